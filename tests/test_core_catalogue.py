"""The catalogue: games by name, games from elsewhere, games that cannot be loaded."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import shedkit
from shedkit import Quiclo, RandomPlayer, Shithead, add_game, remove_game, simple_player
from shedkit.bots.quiclo import SimpleQuiclo
from shedkit.bots.shithead import SimpleShithead
from shedkit.core import catalogue
from shedkit.core.catalogue import game, game_names, load, names
from shedkit.core.errors import PlayerError, UnknownGame
from shedkit.players.contenders import contender, contender_names
from shedkit.players.search import SearchPlayer


class ForeignGame(Quiclo):
    """A game that another package brings."""

    name = "foreign"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Install entry points beside those that are there."""
    real = catalogue.entry_points
    monkeypatch.setattr(catalogue, "_FOUND", {})

    def installed(*more: EntryPoint) -> None:
        def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
            return (*real(group=group), *[entry for entry in more if entry.group == group])

        monkeypatch.setattr(catalogue, "entry_points", entry_points)

    return installed


def entry(name: str, value: str, group: str = "shedkit.games") -> EntryPoint:
    return EntryPoint(name=name, value=value, group=group)


def test_the_games_of_the_library() -> None:
    assert {"quiclo", "shithead"} <= set(game_names())
    assert list(game_names()) == sorted(game_names())
    assert game("quiclo") is Quiclo
    assert game("shithead") is Shithead
    for name in game_names():
        assert game(name).name == name


def test_what_the_package_exports_is_what_it_says() -> None:
    """A submodule must not take the place of a function of the same name."""
    modules = [name for name in shedkit.__all__ if isinstance(getattr(shedkit, name), ModuleType)]
    assert modules == []


@pytest.mark.parametrize("name", ["", "poker", "Shithead", "x" * 1000])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"there are .*quiclo") as caught:
        game(name)
    assert len(str(caught.value)) < 200
    assert load("shedkit.games", name) is None


def test_a_game_from_elsewhere(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("elsewhere")
    module.ForeignGame = ForeignGame
    monkeypatch.setitem(__import__("sys").modules, "elsewhere", module)
    install(entry("foreign", "elsewhere:ForeignGame"))
    assert "foreign" in game_names()
    assert game("foreign") is ForeignGame
    assert game("foreign")(players=2).deal(seed=1) == Quiclo(players=2).deal(seed=1)
    assert isinstance(simple_player("foreign", 1), RandomPlayer)


@pytest.mark.parametrize(
    "value", ["no.such.module:Game", "shedkit:NoSuchName", "shedkit.games.quiclo", "json:dumps", "shedkit:Play"]
)
def test_entry_points_that_name_no_game(install: Any, value: str) -> None:
    install(entry("broken", value))
    assert "broken" in game_names()
    with pytest.raises(UnknownGame, match=r"^broken"):
        game("broken")


def test_a_module_that_fails_while_it_is_loaded(install: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_at_once.py").write_text("raise RuntimeError('no luck')")
    monkeypatch.syspath_prepend(tmp_path)
    install(entry("broken", "fails_at_once:Game"))
    with pytest.raises(UnknownGame, match="cannot be loaded from fails_at_once:Game: no luck") as caught:
        game("broken")
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_opponents_that_are_broken(install: Any) -> None:
    install(
        entry("nowhere", "no.such.module:Bot", "shedkit.bots"),
        entry("nothing", "shedkit:__doc__", "shedkit.bots"),
        *[entry(name, "shedkit.games.quiclo:Quiclo") for name in ("nowhere", "nothing", "without")],
    )
    with pytest.raises(UnknownGame, match="cannot be loaded"):
        simple_player("nowhere", 1)
    with pytest.raises(UnknownGame, match="names nothing that makes one"):
        simple_player("nothing", 1)
    assert isinstance(simple_player("without", 1), RandomPlayer)
    with pytest.raises(UnknownGame, match=r"^there is no game"):
        simple_player("no such game", 1)


def test_a_game_of_this_process() -> None:
    add_game(ForeignGame, RandomPlayer)
    try:
        assert game("foreign") is ForeignGame
        assert "foreign" in game_names()
        assert list(game_names()) == sorted(game_names())
        assert isinstance(simple_player("foreign", 1), RandomPlayer)
        add_game(ForeignGame)  # again, without an opponent
        assert game("foreign") is ForeignGame
    finally:
        remove_game("foreign")
    assert "foreign" not in game_names()
    for name in ("foreign", "shithead"):
        with pytest.raises(UnknownGame, match="has been added"):
            remove_game(name)


@pytest.mark.parametrize("kind", [None, 7, "quiclo", int, Quiclo(players=2)])
def test_only_rules_are_added(kind: Any) -> None:
    with pytest.raises(UnknownGame, match="class of rules"):
        add_game(kind)


def test_an_entry_point_of_another_name_than_its_game(install: Any) -> None:
    install(entry("other", f"{__name__}:ForeignGame"))
    with pytest.raises(UnknownGame, match=r"^other: its entry point names"):
        game("other")


# --- names that are taken


def from_package(package: str, name: str, value: str, group: str = "shedkit.games") -> EntryPoint:
    """An entry point as the metadata of an installed package gives it."""
    made = entry(name, value, group)
    vars(made)["dist"] = SimpleNamespace(metadata={"Name": package})
    return made


def test_a_name_of_the_library_stays_with_the_library(install: Any) -> None:
    install(
        from_package("other-games", "quiclo", f"{__name__}:ForeignGame"),
        from_package("other-games", "quiclo", "shedkit:RandomPlayer", "shedkit.bots"),
        from_package("other-games", "search", "shedkit:RandomPlayer", "shedkit.players"),
    )
    for group, name, own in (
        ("shedkit.games", "quiclo", Quiclo),
        ("shedkit.bots", "quiclo", SimpleQuiclo),
        ("shedkit.players", "search", SearchPlayer),
    ):
        with pytest.warns(UserWarning, match=f"^the package 'other-games' brings a .* '{name}', but shedkit has one"):
            assert load(group, name) is own
        with pytest.warns(UserWarning, match="choose another name"):
            assert names(group).count(name) == 1
    with pytest.warns(UserWarning, match="brings a player 'search'"):
        assert contender_names() == ("random", "simple", "careless", "search")


def test_what_older_metadata_says_of_the_library_itself_is_no_clash(
    install: Any, recwarn: pytest.WarningsRecorder
) -> None:
    install(
        from_package("shedkit", "quiclo", "shedkit.games.quiclo:Quiclo"),
        from_package("shedkit", "shithead", "shedkit.bots.gone:SimpleShithead", "shedkit.bots"),
    )
    assert game("quiclo") is Quiclo
    assert isinstance(simple_player("shithead", 1), SimpleShithead)
    assert isinstance(simple_player(Shithead(players=2), 1), SimpleShithead)
    assert game_names().count("quiclo") == 1
    assert not recwarn.list


def test_two_packages_with_one_name(install: Any) -> None:
    install(
        from_package("one", "foreign", f"{__name__}:ForeignGame"),
        from_package("two", "foreign", "elsewhere:Game"),
        from_package("one", "again", f"{__name__}:Again"),
        from_package("one, seen twice", "again", f"{__name__}:Again"),
        *[from_package(one, "foreign", one, f"shedkit.{group}") for one in "ab" for group in ("bots", "players")],
    )
    assert game_names().count("foreign") == 1
    with pytest.raises(UnknownGame, match=r"^'foreign' is the name of more than one game, .*'one'.*'two'.*uninstall"):
        game("foreign")
    assert game("again") is Again
    for group, what in (("bots", "simple opponent"), ("players", "player")):
        with pytest.raises(UnknownGame, match=rf"^'foreign' is the name of more than one {what}, from the package 'a'"):
            load(f"shedkit.{group}", "foreign")


class Again(Quiclo):
    """A game that the same package brings, found twice on the path."""

    name = "again"


def test_damaged_metadata_takes_no_game_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
        raise ValueError("not enough values to unpack")

    monkeypatch.setattr(catalogue, "_FOUND", {})
    monkeypatch.setattr(catalogue, "entry_points", entry_points)
    with pytest.warns(UserWarning, match="cannot be read: not enough values"):
        assert game("quiclo") is Quiclo
    with pytest.warns(UserWarning), pytest.raises(UnknownGame, match="there are lucky-shutdown, quiclo"):
        game("poker")


def test_a_catalogue_without_games_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for somebody who takes the core alone."""
    monkeypatch.setattr(catalogue, "_OWN", {group: {} for group in catalogue._OWN})
    monkeypatch.setattr(catalogue, "entry_points", lambda *, group: ())
    monkeypatch.setattr(catalogue, "_FOUND", {})
    for ask in (game, lambda name: simple_player(name, 1)):
        with pytest.raises(UnknownGame, match=r"^there is no game 'quiclo'; there are none at all$"):
            ask("quiclo")


@pytest.mark.parametrize("name", [None, 7, b"quiclo", ["quiclo"], {}, Quiclo])
def test_names_that_are_no_text(name: Any) -> None:
    for ask in (game, lambda name: simple_player(name, 1), remove_game):
        with pytest.raises(UnknownGame, match="no game"):
            ask(name)


@pytest.mark.parametrize("text", ["sys.exit('bye')", "raise ValueError('x' * 10_000 + '\\n')"])
def test_a_module_that_leaves_while_it_is_loaded(
    install: Any, text: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaves_at_once.py").write_text(f"import sys\n{text}\n")
    monkeypatch.syspath_prepend(tmp_path)
    install(entry("broken", "leaves_at_once:Game"))
    with pytest.raises(UnknownGame, match="cannot be loaded from leaves_at_once:Game: ") as caught:
        game("broken")
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_a_game_that_takes_a_name_of_the_library_takes_no_opponent_of_it() -> None:
    class House(ForeignGame):
        name = "quiclo"

    add_game(House)
    try:
        assert game("quiclo") is House
        assert isinstance(simple_player("quiclo", 1), RandomPlayer)
    finally:
        remove_game("quiclo")
    assert game("quiclo") is Quiclo
    assert isinstance(simple_player("quiclo", 1), SimpleQuiclo)


@pytest.mark.parametrize("name", ["", None, 7])
def test_a_game_needs_a_name(name: Any) -> None:
    class Nameless(ForeignGame):
        pass

    Nameless.name = name
    before = game_names()
    with pytest.raises(UnknownGame, match=r"^Nameless has no name"):
        add_game(Nameless)
    with pytest.raises(UnknownGame, match=r"^opponent: "):
        add_game(ForeignGame, 7)  # type: ignore[arg-type]
    assert game_names() == before


def test_settings_are_not_mixed_up_with_the_opponent_that_players_are_given() -> None:
    for name in ("random", "simple", "careless", "search"):
        with pytest.raises(PlayerError, match="quick is no setting"):
            contender(f"{name}:quick=3", Quiclo())
