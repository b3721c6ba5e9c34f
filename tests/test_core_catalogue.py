"""The catalogue: games by name, games from elsewhere, games that cannot be loaded."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

import shedkit
from shedkit import Quiclo, RandomPlayer, Shithead, add_game, remove_game, simple_player
from shedkit.core import catalogue
from shedkit.core.catalogue import game, game_names, load
from shedkit.core.errors import UnknownGame


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
    with pytest.raises(UnknownGame, match="broken"):
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
    with pytest.raises(UnknownGame, match="there is no game"):
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
    catalogue_load = catalogue._loaded
    assert catalogue_load
    with pytest.raises(UnknownGame):
        game("other")
