"""Small screens over the table: one that covers it, and one that asks for a line of text."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

__all__ = ["Ask", "Cover"]


class Cover(Screen[None]):
    """Covers the table until the next person sits at the screen.

    Args:
        name: who comes next.

    """

    CSS = """
    Cover { align: center middle; background: $primary; }
    #cover { width: auto; height: auto; padding: 1 4; background: $surface; border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "uncover", "Show my cards")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(
            Text(f"{self._who} comes next.\nThe others look away; then press Enter.", justify="center"), id="cover"
        )

    def action_uncover(self) -> None:
        """The person is there."""
        self.dismiss()

    def on_click(self) -> None:
        """As with the key."""
        self.dismiss()


class Ask(ModalScreen[str | None]):
    """Asks for a line of text; nothing is given where it is left with Escape.

    Args:
        question: what is asked.

    """

    CSS = """
    Ask { align: center middle; }
    #ask { width: 70; max-width: 90%; height: auto; padding: 1 2; background: $surface; border: round $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Leave it")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(id="ask"):
            yield Static(Text(self._question))
            yield Input()

    def on_mount(self) -> None:
        """Ready to type."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is complete."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """Nothing is given."""
        self.dismiss(None)
