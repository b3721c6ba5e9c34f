"""The table as a program of the terminal."""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer, OptionList, RichLog, Static

from shedkit.core.errors import ShedkitError
from shedkit.core.picks import Pick
from shedkit.core.text import facts_of
from shedkit.front import Choices, game_label, label, why_not
from shedkit.table.journal import Journal
from shedkit.terminal.asking import Ask, Cover
from shedkit.terminal.board import Scene
from shedkit.terminal.form import BeginScreen
from shedkit.terminal.moves import MoveList
from shedkit.terminal.sitting import Sitting
from shedkit.terminal.view import TableView

__all__ = ["PlayScreen", "TableApp"]

_THINKING: Final = 2.0
"""How long a search thinks about a hint, in seconds."""
_PAUSES: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 4.0)
"""How long a move of an opponent can be looked at, in seconds."""


class PlayScreen(Screen[None]):
    """One match, played or watched."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (104, "-wide")]  # noqa: RUF012  # as the class above declares it
    CSS = """
    #title { height: 1; background: $primary; color: $text; padding: 0 1; text-style: bold; }
    #said { height: auto; max-height: 3; padding: 0 1; background: $panel; }
    #said.wrong { background: $error; color: $text; }
    #moves, #log { border: none; padding: 0 1; }
    #moves { background: $surface; }
    #body { height: 1fr; }
    PlayScreen.-narrow #body { layout: vertical; }
    PlayScreen.-narrow TableView { height: 1fr; }
    PlayScreen.-narrow #side { layout: horizontal; height: 7; }
    PlayScreen.-narrow #moves { width: 1fr; height: 100%; }
    PlayScreen.-narrow #log { width: 1fr; height: 100%; }
    PlayScreen.-wide #body { layout: horizontal; }
    PlayScreen.-wide TableView { width: 1fr; height: 100%; }
    PlayScreen.-wide #side { layout: vertical; width: 46; height: 100%; }
    PlayScreen.-wide #moves { height: 1fr; }
    PlayScreen.-wide #log { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("t", "think", "Think"),
        Binding("s", "save", "Save"),
        Binding("n", "app.begin", "New game"),
        Binding("p", "pause", "Pause", show=False),
        Binding("plus,equals_sign", "faster(1)", "Faster", show=False),
        Binding("minus", "faster(-1)", "Slower", show=False),
        Binding("d", "app.toggle_dark", "Dark", show=False),
        Binding("q", "app.quit", "Quit"),
    ]

    def __init__(self, sitting: Sitting, journal: Journal | None = None, *, pause: float = 0.5) -> None:
        super().__init__()
        self.sitting = sitting
        self.journal = journal
        self._choices: Choices[Any] = Choices(())
        self._coming: list[Any] = []  # the rest of a suggestion that was taken
        self._step = min(range(len(_PAUSES)), key=lambda i: abs(_PAUSES[i] - pause))
        self._free = asyncio.Event()
        self._free.set()

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="title")
        with Container(id="body"):
            yield TableView()
            with Container(id="side"):
                yield MoveList(id="moves")
                yield RichLog(id="log", wrap=True, min_width=20)
        yield Static(id="said")
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(TableView).focus()
        self._say("Pick cards with arrows and space, or choose a move: Tab goes to the list.")
        self._go_on()

    # --- what is shown

    def _say(self, text: str, *, wrong: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(wrong, "wrong")
        said.update(Text(text))

    def refresh_table(self) -> None:
        """Show the table as it is, to whoever looks."""
        sitting, rules = self.sitting, self.sitting.rules
        view, table = sitting.shown(), self.query_one(TableView)
        covered = sitting.covered and len(sitting.people) > 1
        eyes = None if covered else sitting.eyes
        if covered:
            view = sitting.match.view(None)
        state = view.state
        outcome = sitting.match.outcome
        picks = self._picks()
        actors = () if outcome is not None else rules.actors(rules.view(sitting.match.state, eyes))
        table.show(
            Scene(
                state,
                eyes,
                sitting.names,
                actors,
                tuple(filter(None, (rules.headline(view), ", ".join(facts_of(state.layout.fields, state))))),
                () if covered else self._choices.further(picks) + tuple(picks),
                dark=self.app.current_theme.dark,
            )
        )
        status = str(outcome) if outcome is not None else "to move: " + ", ".join(sitting.names[i] for i in actors)
        self.query_one("#title", Static).update(Text(f"{game_label(rules)}   {status}", no_wrap=True))
        deciding, moves = sitting.deciding, self.query_one(MoveList)
        if deciding is None:
            moves.show((), ())
        else:
            moves.show(() if picks else sitting.match.suggested(deciding), self._choices.with_picks(picks))

    def _named(self, text: str) -> str:
        names = self.sitting.match.players
        return re.sub(r"\bplayer (\d+)", lambda found: names[int(found[1])], text) if names else text

    def _show_log(self) -> None:
        log = self.query_one("#log", RichLog)
        log.clear()
        for told in self.sitting.told()[-60:]:
            log.write(Text(self.sitting.names[told.player], style="bold"))
            for event in told.events:
                log.write(Text(f"  {self._named(str(event))}"))

    def _picks(self) -> list[Pick]:
        table = self.query_one(TableView)
        spots = table.board.spots
        return [spots[number].pick for number in sorted(table.selected) if number < len(spots)]

    # --- how the match goes on

    def _changed(self) -> None:
        """Something has been played or taken back."""
        self.query_one(MoveList).forget()
        self.query_one(TableView).forget()
        deciding = self.sitting.deciding
        self._choices = Choices(()) if deciding is None else self.sitting.match.choices(deciding)
        self.refresh_table()
        self.query_one(TableView).aim()
        self._show_log()

    @work(exclusive=True, group="table")
    async def _go_on(self) -> None:
        """Let opponents play until a person has to decide, or the game is over."""
        sitting = self.sitting
        self._changed()
        while (seat := sitting.asked) is not None and seat not in sitting.people:
            await self._free.wait()
            move = await asyncio.to_thread(sitting.opponents_choice, seat)
            if not self._made(move, seat):
                return
            self._changed()
            await asyncio.sleep(_PAUSES[self._step])
        if sitting.match.outcome is not None:
            self._say(f"{self._named(str(sitting.match.outcome))}. n begins another game, q leaves.")
        elif sitting.cut:
            self._say(f"Stopped after {len(sitting.match)} moves, before the game was over.")
        elif sitting.covered:
            await self.app.push_screen_wait(Cover(sitting.names[seat or 0]))
            sitting.take_screen()
            self._changed()
        if self._coming and sitting.deciding is not None:
            move = self._coming.pop(0)
            if move in sitting.match.legal_moves(sitting.deciding):
                self._play(move)
            else:
                self._coming = []

    def _made(self, move: Any, seat: int) -> bool:
        try:
            self.sitting.make(move, seat)
        except ShedkitError as error:
            self._say(str(error), wrong=True)
            return False
        return True

    def _play(self, move: Any) -> None:
        deciding = self.sitting.deciding
        if deciding is not None and self._made(move, deciding):
            self._say("")
            self._go_on()

    # --- what a person does

    def on_table_view_picked(self) -> None:
        """Other cards are picked: the list of moves follows."""
        if self.sitting.deciding is None:
            self.query_one(TableView).forget()
        self.refresh_table()

    def on_table_view_play(self) -> None:
        """Play what is picked, or say why not."""
        table, deciding = self.query_one(TableView), self.sitting.deciding
        if deciding is None:
            table.forget()
            return
        picks = self._picks()
        legal = self._choices.legal()
        exact = legal.of_picks(picks)
        if len(exact) == 1:
            self._play(exact[0].move)
            return
        self.refresh_table()
        if exact or legal.with_picks(picks):
            self._say(
                "Which one? Choose it in the list." if exact else "More cards belong to that; the list says which."
            )
            self.query_one(MoveList).focus()
        elif self._choices.of_picks(picks):
            self._say("That brings a penalty. If you mean it, choose it in the list.", wrong=True)
        else:
            view = self.sitting.match.view(deciding)
            refusal = why_not(self.sitting.rules, view, picks)
            self._say(self._named(str(refusal)) if refusal else "These cards make no move together.", wrong=True)
            table.forget()
            self.refresh_table()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play a move of the list."""
        listed = self.query_one(MoveList).listed
        if event.option_index < len(listed):
            first, *self._coming = listed[event.option_index]
            self.query_one(TableView).focus()
            self._play(first)

    def action_undo(self) -> None:
        """Take back to the last decision of the person who looks."""
        self.workers.cancel_group(self, "table")
        self._coming = []
        try:
            self.sitting.undo()
        except ShedkitError as error:
            self._say(self._named(str(error)), wrong=True)
        else:
            self._say("")
        self._go_on()

    def action_hint(self) -> None:
        """Mark what the simple opponent would do."""
        if self.sitting.deciding is not None:
            hint = self.query_one(MoveList).hint = self.sitting.hint()
            self._say(f"The simple opponent would say: {label(hint)}")
            self.refresh_table()

    @work(exclusive=True, group="thinking")
    async def action_think(self) -> None:
        """Say what a search thinks of each move."""
        if self.sitting.deciding is None:
            return
        version = self.sitting.match.version
        self._say(f"Thinking for {_THINKING:g} seconds…")
        thoughts = await asyncio.to_thread(self.sitting.thoughts, _THINKING)
        if self.sitting.match.version == version:
            self.query_one(MoveList).thoughts = {thought.move: thought for thought in thoughts}
            self._say("How much better each move is expected to do than the usual one, as far as it was tried.")
            self.refresh_table()

    @work(exclusive=True, group="saving")
    async def action_save(self) -> None:
        """Begin a journal of the match, to take it up again later."""
        if self.journal is not None:
            self._say(f"{self.journal.path} holds every move already.")
            return
        path = await self.app.push_screen_wait(Ask("Write the match to which file? Every further move is kept, too."))
        if path:
            try:
                self.journal = Journal.create(path, self.sitting.match)
            except ShedkitError as error:
                self._say(str(error), wrong=True)
            else:
                self._say(f"shedkit play --journal {path} takes the match up again.")

    def action_pause(self) -> None:
        """Let opponents wait, or go on."""
        if self._free.is_set():
            self._free.clear()
            self._say("Opponents wait; p lets them go on.")
        else:
            self._free.set()
            self._say("")

    def action_faster(self, by: int) -> None:
        """Another pause between moves of opponents."""
        self._step = max(0, min(len(_PAUSES) - 1, self._step - by))
        self._say(f"{_PAUSES[self._step]:g} seconds for each move of an opponent")

    def on_unmount(self) -> None:
        """The journal is complete."""
        if self.journal is not None:
            self.journal.close()


class TableApp(App[None]):
    """The program: a match, and the form that begins others.

    Args:
        sitting: the match to begin with; without one, the form comes first.
        journal: of that match, if it has one.
        pause: how long a move of an opponent can be looked at, in seconds.

    """

    TITLE = "shedkit"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, sitting: Sitting | None = None, journal: Journal | None = None, *, pause: float = 0.5) -> None:
        super().__init__()
        self.sitting = sitting
        """The match that is played."""
        self._journal = journal
        self._step = pause

    def on_mount(self) -> None:
        """Show the match, or the form."""
        if self.sitting is None:
            self.action_begin()
        else:
            self.push_screen(PlayScreen(self.sitting, self._journal, pause=self._step))

    @work(exclusive=True, group="begin")
    async def action_begin(self) -> None:
        """Ask for another game; the one before ends with that."""
        begun = await self.push_screen_wait(BeginScreen(None if self.sitting is None else self.sitting.rules.name))
        if begun is None:
            if self.sitting is None:
                self.exit()
            return
        if self.sitting is not None:
            self.pop_screen()
        self.sitting = begun
        await self.push_screen(PlayScreen(begun, pause=self._step))

    def action_toggle_dark(self) -> None:
        """From dark to light, or back."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        if isinstance(self.screen, PlayScreen):
            self.screen.refresh_table()
