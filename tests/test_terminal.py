"""The table in the terminal, played as a person plays it: by keys and by mouse."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from mau_mau import MauMau
from shedkit import FrenchCard, Journal, Match, Pick, Quiclo, Shithead, game
from shedkit.cli import playing
from shedkit.core.errors import ConfigurationError
from shedkit.games.shithead import Power

textual = pytest.importorskip("textual")

from textual.widgets import Checkbox, Input, OptionList, Select, Static  # noqa: E402

from shedkit.terminal.app import PlayScreen, TableApp  # noqa: E402
from shedkit.terminal.asking import Cover  # noqa: E402
from shedkit.terminal.form import BeginScreen  # noqa: E402
from shedkit.terminal.sitting import Sitting  # noqa: E402
from shedkit.terminal.view import TableView  # noqa: E402

SMALL, LARGE = (80, 24), (120, 40)


def with_table(
    sitting: Sitting | None,
    steps: Callable[[TableApp, Any], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    journal: Journal | None = None,
) -> None:
    """Open a table, and do something at it."""

    async def run() -> None:
        app = TableApp(sitting, journal, pause=0)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(run())


def board(app: TableApp) -> TableView:
    return app.screen.query_one(TableView)


def text_of(app: TableApp) -> str:
    """What stands on the table."""
    return "\n".join("".join(segment.text for segment in row) for row in board(app).board.rows)


def said(app: TableApp, where: str = "#said") -> str:
    return str(app.screen.query_one(where, Static).content)


def listed(app: TableApp) -> list[str]:
    moves = app.screen.query_one("#moves", OptionList)
    return [str(moves.get_option_at_index(i).prompt) for i in range(moves.option_count)]


async def until(pilot: Any, holds: Callable[[], bool]) -> None:
    """Wait until something holds; a test that waits for ever fails."""
    for _ in range(1_000):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("that never happened")


def at_seven(**options: Any) -> Match[Any, Any]:
    """Player 0 is on a six, with a four, two sevens and an eight."""
    rules = Shithead(players=2, multi_card=True, **options)
    state = rules.position(hands=["4s 7h 7s 8c", "Tc Td Jh"], discard="6h", stock="9c 9d 9h")
    return Match(rules, state=state)


def cursor_to(app: TableApp, code: str) -> None:
    table = board(app)
    table.cursor = next(i for i, spot in enumerate(table.board.spots) if spot.pick == Pick("hands", FrenchCard(code)))


# --- picking and playing


def test_cards_are_picked_by_keys_and_the_list_follows() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        assert all(f"┃{card}┃" in text_of(app) for card in ("7♥", "7♠", "8♣"))
        assert "│4♠│" in text_of(app)
        everything = listed(app)
        assert {"Lay 7♥", "Lay 7♥ 7♠", "Lay 8♣", "Take the pile"} <= set(everything)
        cursor_to(app, "7h")
        await pilot.press("space")
        await pilot.pause()
        assert listed(app) == ["Lay 7♥", "Lay 7♥ 7♠"]
        await pilot.press("right", "space")
        await pilot.pause()
        assert listed(app) == ["Lay 7♥ 7♠"]
        await pilot.press("escape")
        await pilot.pause()
        assert listed(app) == everything
        assert len(sitting.match) == 0

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps)


def test_enter_plays_what_is_picked_and_opponents_go_on() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        cursor_to(app, "7h")
        await pilot.press("space", "right", "space", "enter")
        await until(pilot, lambda: len(sitting.match) >= 2)
        first = sitting.match.moves[0]
        assert (first.player, str(first.move)) == (0, "play 7h 7s")
        assert sitting.match.moves[1].player == 1

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps)


def test_a_card_that_may_not_be_laid_is_refused_with_its_rule() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        cursor_to(app, "4s")
        await pilot.press("enter")
        await pilot.pause()
        assert "4s is lower than the 6 that counts. (SH-016)" in said(app)
        assert len(sitting.match) == 0
        assert not board(app).selected

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps)


def test_cards_are_picked_and_played_by_mouse() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        table = board(app)
        spot = next(spot for spot in table.board.spots if spot.pick == Pick("hands", FrenchCard("8c")))
        where = (spot.x + 2, spot.y)  # one cell of padding
        await pilot.click(TableView, offset=where)
        await pilot.pause()
        assert listed(app) == ["Lay 8♣"]
        await pilot.click(TableView, offset=where)
        await pilot.pause()
        assert len(listed(app)) > 1
        await pilot.double_click(TableView, offset=where)
        await until(pilot, lambda: len(sitting.match) > 0)
        assert str(sitting.match.moves[0].move) == "play 8c"

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps)


def test_a_penalty_is_taken_only_from_the_list() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["1 15 77", "2 3"], discard="11")

    async def steps(app: TableApp, pilot: Any) -> None:
        wrong = next(move for move in rules.penalised_moves(state, 0))
        table = board(app)
        code = str(wrong).split()[-1]
        table.cursor = next(i for i, spot in enumerate(table.board.spots) if str(spot.pick.card) == code)
        await pilot.press("enter")
        await pilot.pause()
        assert "penalty" in said(app)
        assert len(sitting.match) == 0
        assert any("(penalty)" in text for text in listed(app))

    sitting = Sitting(Match(rules, state=state), [0])
    with_table(sitting, steps)


# --- hints, thoughts, undo


def test_a_hint_is_marked_and_the_search_says_what_it_thinks() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("h")
        await pilot.pause()
        assert sum(text.startswith("→ ") for text in listed(app)) == 1
        assert "simple opponent" in said(app)
        await pilot.press("t")
        await until(pilot, lambda: any("(usual)" in text for text in listed(app)))
        assert any("±" in text for text in listed(app))
        assert len(sitting.match) == 0

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps, LARGE)


def test_undo_goes_back_to_the_last_decision_of_who_looks() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        cursor_to(app, "8c")
        await pilot.press("enter")
        await until(pilot, lambda: len(sitting.match) >= 2 and sitting.deciding == 0)
        await pilot.press("u")
        await until(pilot, lambda: len(sitting.match) == 0)
        await until(pilot, lambda: "Lay 8♣" in listed(app))
        await pilot.press("u")
        await pilot.pause()
        assert "has made no move" in said(app)

    sitting = Sitting(at_seven(), [0], {1: "search:iterations=8"})
    with_table(sitting, steps)


@pytest.mark.deep
def test_people_who_share_a_screen_do_not_take_back_what_was_shown() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("enter")  # away with the cover
        await pilot.pause()
        cursor_to(app, "8c")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Cover))
        await pilot.press("enter")
        await until(pilot, lambda: sitting.deciding == 1)
        await pilot.pause()
        cursor_to(app, "Jh")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Cover))
        await pilot.press("enter")
        await until(pilot, lambda: sitting.deciding == 0)
        await pilot.pause()
        made = len(sitting.match)
        await pilot.press("u")
        await pilot.pause()
        assert "not undone" in said(app)
        assert len(sitting.match) == made

    sitting = Sitting(at_seven(), [0, 1])
    with_table(sitting, steps)


# --- several people


def test_the_screen_is_covered_between_people_and_shows_nobody_elses_cards() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        assert isinstance(app.screen, Cover)
        assert sitting.eyes is None
        await pilot.press("enter")
        await until(pilot, lambda: sitting.eyes == 0 and isinstance(app.screen, PlayScreen))
        await pilot.pause()
        assert "4♠" in text_of(app)
        assert "J♥" not in text_of(app)
        cursor_to(app, "8c")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Cover))
        under = next(screen for screen in app.screen_stack if isinstance(screen, PlayScreen))
        rows = under.query_one(TableView).board.rows
        shown = "".join(segment.text for row in rows for segment in row)
        assert "4♠" not in shown
        assert "J♥" not in shown
        await pilot.press("enter")
        await until(pilot, lambda: sitting.eyes == 1 and isinstance(app.screen, PlayScreen))
        await pilot.pause()
        assert "J♥" in text_of(app)
        assert "4♠" not in text_of(app)

    sitting = Sitting(at_seven(), [0, 1])
    with_table(sitting, steps)


# --- whole games


@pytest.mark.deep
@pytest.mark.parametrize("name", ["quiclo", "shithead", "lucky-shutdown", "shanghai-rummy", "mau-mau"])
def test_a_whole_game_is_played_by_its_hints(name: str) -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        while sitting.match.outcome is None:
            await until(pilot, lambda: sitting.deciding is not None or sitting.match.outcome is not None)
            if sitting.match.outcome is not None:
                break
            made, hint = len(sitting.match), sitting.hint()
            await pilot.press("h")
            await pilot.pause()
            moves = app.screen.query_one("#moves", OptionList)
            marked = [i for i, text in enumerate(listed(app)) if text.startswith("→ ")]
            if not marked:  # the list is cut: then it is played by its cards
                sitting.make(hint, 0)
                app.screen._go_on()  # type: ignore[attr-defined]
            else:
                moves.highlighted = marked[0]
                moves.focus()
                await pilot.press("enter")
            await until(pilot, lambda made=made: len(sitting.match) > made)  # type: ignore[misc]
        await until(pilot, lambda: "another game" in said(app))
        assert "wins" in said(app) or "loses" in said(app) or "places" in said(app)

    options = {"contracts": [(1, 0)]} if name == "shanghai-rummy" else {}
    rules = MauMau(players=2) if name == "mau-mau" else game(name)(players=2, **options)
    sitting = Sitting(Match(rules, seed=3), [0])
    with_table(sitting, steps)


@pytest.mark.deep
def test_opponents_are_watched_at_any_speed() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("minus", "minus")
        await pilot.pause()
        assert "0.5 seconds" in said(app)
        await pilot.press("p")
        await pilot.pause(0.6)
        made = len(sitting.match)
        await pilot.pause(0.6)
        assert len(sitting.match) <= made + 1
        await pilot.press("p", "plus", "plus", "plus")
        await until(pilot, lambda: sitting.asked is None)
        assert len(sitting.match) == 30

    sitting = Sitting(Match(Shithead(players=2), seed=3), [], max_moves=30)
    with_table(sitting, steps)


@pytest.mark.parametrize("everything", [False, True])
def test_who_watches_sees_hidden_cards_only_if_that_was_asked_for(everything: bool) -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("p")
        await pilot.pause()
        assert ("J♥" in text_of(app)) is everything

    rules = Shithead(players=2)
    state = rules.position(hands=["4s 7h", "Jh Td"], discard="6h", stock="9c 9d 9h")
    sitting = Sitting(Match(rules, state=state), [], everything=everything, max_moves=0)
    with_table(sitting, steps)


# --- journals


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"

    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("s")
        await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: "takes the match up again" in said(app))
        cursor_to(app, "8c")
        await pilot.press("enter")
        await until(pilot, lambda: len(sitting.match) >= 2 and sitting.deciding == 0)
        await pilot.press("s")
        await pilot.pause()
        assert "holds every move already" in said(app)

    sitting = Sitting(at_seven(), [0])
    with_table(sitting, steps)
    match, journal = Journal.resume(path)
    journal.close()
    assert match.moves == sitting.match.moves


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine")

    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("s")
        await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await until(pilot, lambda: "exists" in said(app))

    with_table(Sitting(at_seven(), [0]), steps)
    assert path.read_text() == "mine"


def test_a_journal_that_fails_stops_the_table_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    match = at_seven()
    journal = Journal.create(path, match)

    async def steps(app: TableApp, pilot: Any) -> None:
        path.unlink()
        cursor_to(app, "8c")
        await pilot.press("enter")
        await pilot.pause()
        assert "table.jsonl" in said(app)
        assert len(match) == 0

    with_table(Sitting(match, [0]), steps, journal=journal)


# --- the form


def test_the_form_tells_at_each_field_what_is_wrong_and_begins_what_was_asked_for() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        assert isinstance(app.screen, BeginScreen)
        app.screen.query_one("#game", Select).value = "shithead"
        await until(pilot, lambda: bool(app.screen.query("#option-multi_card")))
        app.screen.query_one("#option-players", Input).value = "9"
        app.screen.query_one("#option-rounds", Input).value = "many"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "from 2 to 5, not 9" in said(app, "#wrong-players")
        assert "whole number, not 'many'" in said(app, "#wrong-rounds")
        app.screen.query_one("#option-players", Input).value = "4"
        await until(pilot, lambda: len(app.screen.query("#seats > *")) == 4)
        await pilot.pause()
        app.screen.query_one("#option-rounds", Input).value = "1"
        app.screen.query_one("#option-multi_card", Checkbox).value = True
        app.screen.query_one("#option-powers", Input).value = '{"7": "low"}'
        app.screen.query_one("#names", Input).value = "Ann, Ben, Cleo, Dora"
        app.screen.query_one("#seat-2", Select).value = "random"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.sitting is not None
        assert app.sitting.rules == Shithead(players=4, multi_card=True, powers={7: Power.LOW})
        assert app.sitting.names == ("Ann", "Ben", "Cleo", "Dora")
        assert app.sitting.people == {0}

    with_table(None, steps, LARGE)


@pytest.mark.deep
def test_a_preset_fills_the_form() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        app.screen.query_one("#game", Select).value = "shithead"
        await until(pilot, lambda: bool(app.screen.query("#option-multi_card")))
        app.screen.query_one("#preset", Select).value = "common"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.sitting is not None
        assert app.sitting.rules == Shithead.common()

    with_table(None, steps, LARGE)


@pytest.mark.deep
def test_another_game_follows_the_first() -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, BeginScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.sitting is first
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, BeginScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.sitting is not first

    first = Sitting(at_seven(), [0])
    with_table(first, steps)


# --- what it looks like


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 12)])
def test_dark_and_light_and_small(size: tuple[int, int]) -> None:
    async def steps(app: TableApp, pilot: Any) -> None:
        before = app.screen.query_one(TableView).board
        dark = app.current_theme.dark
        await pilot.press("d")
        await pilot.pause()
        assert app.current_theme.dark is not dark
        assert app.screen.query_one(TableView).board != before
        for row in board(app).board.rows:
            assert sum(segment.cell_length for segment in row) <= size[0]

    sitting = Sitting(Match(game("lucky-shutdown")(players=4), seed=1), [0])
    with_table(sitting, steps, size)


def test_names_cannot_write_on_the_table() -> None:
    names = ["[red]Ann[/]", "漢字漢字漢字漢字漢字漢字漢字漢字"]

    async def steps(app: TableApp, pilot: Any) -> None:
        assert "[red]Ann[/]" in text_of(app)
        assert all(sum(segment.cell_length for segment in row) <= SMALL[0] for row in board(app).board.rows)
        assert "[red]Ann[/]" in said(app, "#title")

    rules = Shithead(players=2)
    state = rules.position(hands=["4s 7h", "Jh Td"], discard="6h", stock="9c 9d 9h")
    with_table(Sitting(Match(rules, state=state, players=names), [0]), steps)


# --- when it opens


class Terminal:
    """A stream of a real terminal."""

    def isatty(self) -> bool:
        return True


def on_screen(monkeypatch: pytest.MonkeyPatch, *, text: bool = False, term: str = "xterm", there: bool = True) -> bool:
    monkeypatch.setattr(playing.sys, "stdin", Terminal())
    monkeypatch.setattr(playing.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(playing, "find_spec", lambda name: object() if there else None)
    return playing._on_screen(argparse.Namespace(text=text))


def test_the_table_opens_on_a_real_terminal_alone(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert on_screen(monkeypatch)
    assert not on_screen(monkeypatch, text=True)
    assert not on_screen(monkeypatch, term="dumb")
    assert capsys.readouterr().out == ""
    assert not on_screen(monkeypatch, there=False)
    assert "shedkit[terminal]" in capsys.readouterr().out


def test_what_a_sitting_refuses() -> None:
    with pytest.raises(ConfigurationError):
        Sitting(at_seven(), [0], {1: "search:iterations=0"})
