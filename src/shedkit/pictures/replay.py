"""A match as one page of HTML to look at move by move, which needs nothing from elsewhere."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final, Literal

from shedkit.core.events import Event
from shedkit.core.moves import Move
from shedkit.core.rules import Rules
from shedkit.front.labels import game_label, label, told
from shedkit.pictures.studio import player_names

__all__ = ["EVERYTHING", "Eyes", "replay_page"]

EVERYTHING: Final = "everything"
"""The eyes of who sees all there is."""
Eyes = int | None | Literal["everything"]
"""Who looks: a player, with ``None`` an onlooker, or who sees everything."""


class _Frames:
    """Pictures, each cut into parts, since most of a picture has been in the one before."""

    def __init__(self) -> None:
        self.parts: dict[str, int] = {}
        self.frames: dict[tuple[int, ...], int] = {}

    def number(self, svg: str) -> int:
        """The number of a picture among those kept."""
        cut = tuple(self.parts.setdefault(part, len(self.parts)) for part in re.split("(?=<g )", svg))
        return self.frames.setdefault(cut, len(self.frames))


class _Viewer:
    """What one pair of eyes has seen so far."""

    def __init__(self, rules: Rules[Any, Any], eyes: Eyes, names: Sequence[str], frames: _Frames) -> None:
        self.rules, self.names, self.frames = rules, names, frames
        self.everything = isinstance(eyes, str)
        self.player = None if isinstance(eyes, str) else eyes
        self.steps: list[dict[str, Any]] = []

    @property
    def name(self) -> str:
        """What they are called."""
        if self.everything:
            return "everything"
        return "an onlooker" if self.player is None else self.names[self.player]

    def look(self, state: Any) -> int:
        """The number of the picture of a state."""
        if self.everything:
            picture = self.rules.picture(state, everything=True, names=self.names)
        else:
            picture = self.rules.picture(self.rules.view(state, self.player), names=self.names)
        return self.frames.number(picture.svg)

    def saw(self, state: Any, player: int, move: Move, events: Sequence[Event], *, alone: bool) -> None:
        """Take down a move; of one that was secret, a page for these eyes alone says nothing."""
        shown = events if self.everything else self.rules.shown(events, self.player)
        if not shown and alone:
            return
        known = self.everything or self.player == player or (bool(shown) and told(move, shown))
        step = {"frame": self.look(state), "events": [str(event) for event in shown]}
        step["who"] = self.names[player] if shown or known else "somebody"
        step["move"] = label(move) if known else move.verb if shown else "something that nobody else sees"
        self.steps.append(step)


def replay_page(
    rules: Rules[Any, Any],
    start: Any,
    moves: Iterable[tuple[Move, int]],
    eyes: Sequence[Eyes],
    names: Sequence[str] = (),
) -> str:
    """A page of HTML with every move of a match, as seen with these eyes, and nothing that they did not see.

    Args:
        rules: the game.
        start: the state it began with.
        moves: the moves, each with its player.
        eyes: who looks; with more than one, the reader can choose.
        names: what the players are called.

    Raises:
        IllegalMove: at the first move that the rules refuse.
        ViewError: if there is no such player, or there are not as many names as players.

    """
    names = player_names(names, rules.players)
    frames = _Frames()
    viewers = [_Viewer(rules, looking, names, frames) for looking in eyes]
    for viewer in viewers:
        viewer.steps.append({"frame": viewer.look(start), "who": "", "move": "the beginning", "events": []})
    state = start
    for move, player in moves:
        state, events = rules.trace(state, move, player)
        for viewer in viewers:
            viewer.saw(state, player, move, events, alone=len(viewers) == 1)
    data = {
        "parts": list(frames.parts),
        "frames": list(frames.frames),
        "views": [{"name": viewer.name, "steps": viewer.steps} for viewer in viewers],
    }
    whole = EVERYTHING in eyes
    seen = " and ".join(viewer.name for viewer in viewers)
    note = "This page holds everything: all hidden cards, too." if whole else f"This page holds what {seen} saw."
    first = [list(frames.parts)[part] for part in list(frames.frames)[viewers[0].steps[0]["frame"]]]
    title = f"{game_label(rules)}: {', '.join(names)}"
    filled = {"title": escape(title), "note": escape(note), "first": "".join(first), "data": _packed(data)}
    template = files("shedkit.pictures").joinpath("replay.html").read_text(encoding="utf-8")
    return re.sub("@(title|note|first|data)@", lambda match: filled[match[1]], template)


def _packed(data: object) -> str:
    text = json.dumps(data, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(text, mtime=0)).decode("ascii")
