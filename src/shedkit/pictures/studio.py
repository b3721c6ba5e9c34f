"""Where pictures are made: who may see what, then the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shedkit.core.errors import ViewError
from shedkit.core.picture import Look, Picture
from shedkit.core.roles import Role
from shedkit.core.states import State
from shedkit.core.text import facts_of
from shedkit.core.values import short
from shedkit.core.views import View
from shedkit.front.choosing import choices, counted
from shedkit.front.labels import game_label
from shedkit.pictures.ink import INKS
from shedkit.pictures.tables import Scene, Table

__all__ = ["Drawing", "player_names"]


class Drawing:
    """What draws tables; see `Rules.picture`."""

    def draw(self, rules: Any, at: Any, player: int | None, look: Look) -> Picture:
        """The picture of a table."""
        if not isinstance(look.theme, str) or look.theme not in INKS:
            raise ViewError(f"theme: it must be one of {', '.join(INKS)}, not {short(look.theme)}")
        if type(look.size) is not int or not 320 <= look.size <= 4_000:
            raise ViewError(f"size: a whole number from 320 to 4000 expected, not {short(look.size)}")
        if isinstance(at, View):
            if look.everything:
                raise ViewError("a view does not hold everything: draw the state")
            player = at.player if player is None else player
        shown = at if look.everything else rules.view(at, player)
        if player is not None:
            player = rules.seat(player)
        names = player_names(look.names, rules.players)
        picked = counted(look.selected)
        playable = () if player is None else choices(rules, shown, player).legal().further(picked.elements())
        outcome = rules.outcome(shown)
        actors = () if outcome is not None else rules.actors(shown)
        scene = Scene(
            game_label(rules),
            str(outcome) if outcome is not None else "to move: " + ", ".join(names[seat] for seat in actors),
            tuple(filter(None, (rules.headline(shown), _facts(rules.inside(shown, None))))),
            rules.inside(shown, None),
            player,
            names,
            actors,
            playable,
            tuple(picked.elements()),
        )
        return Picture(Table(scene, INKS[look.theme], look.size).svg())

    def draw_view(self, view: View[State]) -> Picture:
        """The picture of a view alone, which knows no rules: what lies where, and who is on turn."""
        layout = view.state.layout
        turn = [getattr(view.state, name) for name in layout.names(Role.TURN)]
        actors = tuple(seat for seat in turn if isinstance(seat, int))
        scene = Scene(
            type(view.state).__name__.removesuffix("State"),
            "as an onlooker sees it" if view.player is None else f"as player {view.player} sees it",
            tuple(filter(None, [_facts(view.state)])),
            view.state,
            view.player,
            player_names((), layout.seats(view.state)),
            actors,
        )
        return Picture(Table(scene, INKS["light"], 720).svg())

    def png(self, svg: str, zoom: float, fonts: Sequence[str]) -> bytes:
        """The text of an SVG as PNG."""
        try:
            from shedkit.pictures.png import png
        except ImportError:
            raise ImportError('PNG needs resvg: pip install "shedkit[pictures]"') from None
        return png(svg, zoom, fonts)


def player_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """What the players are called: by their numbers, where nobody says more.

    Raises:
        ViewError: if these are not as many names as players.

    """
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) not in (0, players):
        raise ViewError(f"names: one for each of {players} players expected, not {short(names)}")
    return tuple([str(name) for name in names] or [f"player {seat}" for seat in range(players)])


def _facts(state: State) -> str:
    return ", ".join(facts_of(state.layout.fields, state))
