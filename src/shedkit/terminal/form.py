"""The form that begins a match: the game, its options, and who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Footer, Input, Select, Static

from shedkit.core.catalogue import game, game_names
from shedkit.core.errors import ConfigurationError, ConfigurationErrors, ShedkitError
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.front import presets
from shedkit.table.match import Match
from shedkit.terminal.sitting import Sitting

__all__ = ["BeginScreen"]

_PLAIN: Final = "as usual"
"""The house rules that have no name."""
_PERSON: Final = "a person"
_SITTERS: Final = (_PERSON, "simple", "search", "random")


class _Tick(Checkbox):
    """A box that is empty where it is not ticked, so that it needs no colour."""

    def watch_value(self) -> None:
        self.BUTTON_INNER = "X" if self.value else " "
        super().watch_value()


class BeginScreen(Screen[Sitting | None]):
    """Asks for all that a match begins with.

    Args:
        name: the game to begin with; the first of the catalogue if nothing is said.

    """

    CSS = """
    #title { height: 1; background: $primary; color: $text; padding: 0 1; text-style: bold; }
    #form { padding: 0 1; }
    .row { height: auto; margin-bottom: 1; }
    .row > .name { width: 24; }
    .row > Vertical { height: auto; }
    .doc { color: $text-muted; }
    .wrong { color: $text-error; display: none; }
    .wrong.told { display: block; }
    #table, #options, #seats { height: auto; }
    #below { height: auto; }
    #failed { width: 1fr; padding: 1 1 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start", priority=True),
        Binding("escape", "leave", "Back"),
        Binding("ctrl+q", "app.quit", "Quit"),
    ]

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self._game = name if name in game_names() else game_names()[0]
        self._base: Rules[Any, Any] = game(self._game)()

    def compose(self) -> ComposeResult:
        """The form."""
        yield Static("A new game", id="title")
        with VerticalScroll(id="form"):
            yield _row(
                "game",
                Select(
                    [(name, name) for name in game_names()],
                    value=self._game,
                    allow_blank=False,
                    compact=True,
                    id="game",
                ),
                "",
            )
            yield _row(
                "house rules", Select(self._presets(), value=_PLAIN, allow_blank=False, compact=True, id="preset"), ""
            )
            yield Vertical(*self._option_rows(players=True), id="table")
            yield _row(
                "names", Input(placeholder="Ann, Ben, …", compact=True, id="names"), "One for each seat, or none."
            )
            yield Vertical(*self._seat_rows(self._base.players), id="seats")
            yield Vertical(*self._option_rows(players=False), id="options")
        with Horizontal(id="below"):
            yield Button("Start", variant="primary", id="start")
            yield Static(id="failed", classes="wrong")
        yield Footer()

    def _presets(self) -> list[tuple[str, str]]:
        return [(name, name) for name in (_PLAIN, *presets(type(self._base)))]

    def _option_rows(self, *, players: bool) -> Iterator[Widget]:
        """How many play, which comes first; or all other options."""
        for option in type(self._base).options():
            if (option.name == "players") is not players:
                continue
            doc = f"{option.doc} ({option.rule})" if option.rule else option.doc
            yield _row(option.name.replace("_", " "), _editor(option, getattr(self._base, option.name)), doc)

    def _seat_rows(self, players: int) -> Iterator[Widget]:
        for seat in range(players):
            sitter = Select(
                [(who, who) for who in _SITTERS],
                value=_PERSON if seat == 0 else "simple",
                allow_blank=False,
                compact=True,
                id=f"seat-{seat}",
            )
            yield _row(f"seat {seat}", sitter, "")

    # --- what follows from what is chosen

    @on(Select.Changed, "#game")
    async def _other_game(self, event: Select.Changed) -> None:
        if event.value == self._game:
            return
        self._game = str(event.value)
        self._base = game(self._game)()
        preset = self.query_one("#preset", Select)
        preset.set_options(self._presets())
        preset.value = _PLAIN
        await self._rebuild()

    @on(Select.Changed, "#preset")
    async def _other_preset(self, event: Select.Changed) -> None:
        made = game(self._game)() if event.value == _PLAIN else presets(type(self._base))[str(event.value)]()
        if made != self._base:
            self._base = made
            await self._rebuild()

    async def _rebuild(self) -> None:
        await self._refill("#table", self._option_rows(players=True))
        await self._refill("#seats", self._seat_rows(self._base.players))
        await self._refill("#options", self._option_rows(players=False))

    async def _refill(self, part: str, rows: Iterable[Widget]) -> None:
        holder = self.query_one(part)
        await holder.remove_children()
        await holder.mount(*rows)

    @on(Input.Changed, "#option-players")
    async def _other_players(self, event: Input.Changed) -> None:
        with suppress(ConfigurationError):  # while it is typed, it need not be right
            players = self._base.read_options({"players": event.value}, base=self._base).players
            if players != len(self.query_one("#seats").children):
                await self._refill("#seats", self._seat_rows(players))

    # --- the end

    def action_leave(self) -> None:
        """Begin nothing."""
        self.dismiss(None)

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Begin the match, or say at each field what is wrong with it."""
        for told in self.query(".wrong"):
            told.remove_class("told")
        try:
            self.dismiss(self._sitting())
        except ConfigurationErrors as error:
            self._tell(*error.errors)
        except ConfigurationError as error:
            self._tell(error)
        except ShedkitError as error:
            failed = self.query_one("#failed", Static)
            failed.update(Text(str(error)))
            failed.add_class("told")

    def _tell(self, *errors: ConfigurationError) -> None:
        for number, error in enumerate(errors):
            found = self.query(f"#wrong-{error.option}").results(Static)
            told = next(found, None) or self.query_one("#failed", Static)
            told.update(Text(str(error)))
            told.add_class("told")
            if number == 0:
                told.scroll_visible()

    def _sitting(self) -> Sitting:
        rules = self._base.read_options(self._given(), base=self._base)
        names = [name.strip() for name in self.query_one("#names", Input).value.split(",") if name.strip()]
        match = Match(rules, secrets.randbelow(1_000_000), players=names)
        sits = {seat: self.query_one(f"#seat-{seat}", Select).value for seat in range(rules.players)}
        people = [seat for seat, who in sits.items() if who == _PERSON]
        return Sitting(match, people, {seat: str(who) for seat, who in sits.items() if who != _PERSON})

    def _given(self) -> dict[str, object]:
        """The options that differ from the house rules chosen."""
        given: dict[str, object] = {}
        for option in type(self._base).options():
            editor = self.query_one(f"#option-{option.name}")
            before = getattr(self._base, option.name)
            if isinstance(editor, Input):
                changed = editor.value.strip() not in ("", _written(option, before))
            else:
                assert isinstance(editor, Checkbox | Select)
                changed = editor.value != before
            if changed:
                given[option.name] = editor.value
        return given


def _row(name: str, editor: Widget, doc: str) -> Widget:
    """A line of the form: a name, what is entered, what it means, and what may be wrong with it."""
    told = Static(classes="wrong", id=f"wrong-{(editor.id or '').removeprefix('option-')}")
    parts = [editor, Static(Text(doc), classes="doc"), told] if doc else [editor, told]
    return Horizontal(Static(Text(name), classes="name"), Vertical(*parts), classes="row")


def _editor(option: Option, value: object) -> Widget:
    """What a value of an option is entered with."""
    name = f"option-{option.name}"
    if isinstance(value, bool):
        return _Tick("yes", value, compact=True, id=name)
    if option.choices:
        return Select([(word, word) for word in option.choices], value=value, allow_blank=False, compact=True, id=name)
    return Input(_written(option, value), placeholder=_described(option), compact=True, id=name)


def _written(option: Option, value: object) -> str:
    """The text of a number; data are written only by who wants to change them."""
    return str(value) if option.plain and value is not None else ""


def _described(option: Option) -> str:
    return option.values if option.plain else "as it is, or data as JSON"
