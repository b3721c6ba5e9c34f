"""The moves and events of Shanghai Rummy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Final

import attrs

import shedkit.authoring as sk
from shedkit.authoring import PASS, Deal, FrenchCard, Move, NotationError, Pass, PlayerEvent, Role, reuse, short
from shedkit.families.melds import Added, End, Exchanged, Meld, Melding

# --- moves


def _meld(meld: Meld | str) -> Meld:
    return meld if isinstance(meld, Meld) else Meld.read(meld)


@attrs.frozen
class DrawStock(Move):
    """Draw the next card of the stock, once the others have had the chance to buy the pile's top card (SR-016)."""

    verb = "draw"
    role = Role.DRAW
    label = "Draw a card"


@attrs.frozen
class TakeDiscard(Move):
    """Take the top card of the pile instead of drawing (SR-017)."""

    verb = "take"
    role = Role.TAKE_TOP
    label = "Take the top card"


@attrs.frozen
class Buy(Move):
    """Buy the top card of the pile out of turn, with a card from the stock as the price (SR-022, SR-023).

    The card is named, so that a move that comes late never buys another one.

    >>> str(Buy("7h"))
    'buy 7h'
    """

    role = Role.BUY
    card: Annotated[FrenchCard, sk.Top("discard")] = attrs.field(converter=FrenchCard)

    @classmethod
    def read_in(cls, words: Sequence[str], now: Any) -> Buy | None:
        """Of older records, in which the move named no card: the card that lay there."""
        return None if words or not now.discard else cls(now.discard[-1])


@attrs.frozen
class LayMeld(Move):
    """Lay one meld of the contract on the table; the rest of the contract follows in the same turn (SR-020).

    >>> str(LayMeld("5h 6h Jk=7h 8h")), str(LayMeld("4d Jk 4c"))
    ('lay 5h 6h Jk=7h 8h', 'lay 4c 4d Jk')
    """

    verb = "lay"
    role = Role.LAY
    meld: Annotated[Meld, sk.Among(lambda rules: rules.lays, "a meld")] = attrs.field(converter=_meld)

    @classmethod
    def read(cls, words: Sequence[str]) -> LayMeld:
        """The move that the words after the verb mean."""
        return cls(Meld.read(words))


@attrs.frozen
class LayOff(Move):
    """Add a card to a meld on the table (SR-035 to SR-039).

    Attributes:
        card: the card.
        stands_for: of a joker added to a run, the card it stands for; otherwise ``None``.
        meld: the number of the meld, from 0.
        end: of a run, the end it goes to, ``"low"`` or ``"high"``; of a set ``None``.

    >>> str(LayOff("9s", None, 2, "high")), str(LayOff("Jk", "Ts", 2, "high")), str(LayOff("4s", None, 0, None))
    ('lay-off 9s 2 high', 'lay-off Jk=Ts 2 high', 'lay-off 4s 0')

    """

    verb = "lay-off"
    role = Role.LAY
    label = "Add {card} to meld {meld} {end}"
    numbering = Added()
    card: FrenchCard = attrs.field(converter=FrenchCard)
    stands_for: FrenchCard | None = attrs.field(converter=attrs.converters.optional(FrenchCard))
    meld: int
    end: End | None = None

    def __str__(self) -> str:
        label = "" if self.stands_for is None else f"={self.stands_for}"
        return f"{self.verb} {self.card}{label} {short(self.meld)}" + (f" {self.end}" if self.end else "")

    @classmethod
    def read(cls, words: Sequence[str]) -> LayOff:
        """The move that the words after the verb mean."""
        if not 2 <= len(words) <= 3:
            raise NotationError(f"{short(' '.join(words))}: a card, the number of a meld and of a run an end expected")
        code, equals, label = words[0].partition("=")
        number, end = words[1], words[2] if len(words) == 3 else None
        if not (number.isascii() and number.isdigit() and len(number) < 5):
            raise NotationError(f"{short(number)} is no number of a meld")
        if end not in ("low", "high", None):
            raise NotationError(f"{short(end)} is no end of a run, low or high")
        return cls(code, label if equals else None, int(number), end)  # type: ignore[arg-type]  # checked above


@attrs.frozen
class SwapJoker(Move):
    """Put the card that a joker of a run stands for in its place and take the joker (SR-031).

    Attributes:
        card: the card.
        meld: the number of the meld, from 0.
        position: where in the run the joker lies, from 1.

    >>> str(SwapJoker("7h", 1, 3))
    'swap 7h 1 3'

    """

    verb = "swap"
    label = "Take the joker of meld {meld} for {card}"
    numbering = Exchanged()
    card: FrenchCard = attrs.field(converter=FrenchCard)
    meld: int
    position: int


@attrs.frozen
class Discard(Move):
    """Lay a card on the pile, which ends the turn (SR-021)."""

    role = Role.LAY
    card: FrenchCard = attrs.field(converter=FrenchCard)


ShanghaiMove = DrawStock | TakeDiscard | Buy | Pass | LayMeld | LayOff | SwapJoker | Discard | Deal
"""Every move of the game."""

DRAW_OR_TAKE: Final = (reuse(DrawStock()), reuse(TakeDiscard()))
CLAIMS: Final = {card: (reuse(Buy(card)), PASS) for card in FrenchCard.all()}
"""What can be done when one is asked, by the card on top of the pile."""
DISCARDS: Final = {card: reuse(Discard(card)) for card in FrenchCard.all()}


@lru_cache(maxsize=64)
def lay_moves(melding: Melding) -> dict[Meld, LayMeld]:
    """The moves that lay the melds of a contract."""
    return {meld: reuse(LayMeld(meld)) for meld in melding.contract_melds()}


# made once: 24 melds, and for each of them two ends and the cards that fit there
lay_off_move: Final = lru_cache(maxsize=2**14)(LayOff)
swap_move: Final = lru_cache(maxsize=2**14)(SwapJoker)


# --- events


@attrs.frozen
class Bought(PlayerEvent):
    """A player bought the top card of the pile, for the ``number``-th time in this round (SR-023, SR-025)."""

    card: FrenchCard
    number: int

    def __str__(self) -> str:
        return f"player {self.player} buys {self.card}, the {self.number}{_ORDINAL.get(self.number, 'th')} time"


_ORDINAL: Final = {1: "st", 2: "nd", 3: "rd"}


@attrs.frozen
class MayBuy(PlayerEvent):
    """A player is asked whether to buy the top card of the pile (SR-022)."""

    sentence = "player {player} may buy {card}"
    card: FrenchCard


@attrs.frozen
class Passed(PlayerEvent):
    """A player did not buy."""

    sentence = "player {player} does not buy"


@attrs.frozen
class MeldLaid(PlayerEvent):
    """A player laid a meld of the contract.

    Attributes:
        player: who.
        number: the number of the meld on the table, from 0.
        meld: the meld.

    """

    sentence = "player {player} lays meld {number}: {meld}"
    number: int
    meld: Meld


@attrs.frozen
class WentDown(PlayerEvent):
    """A player has laid the whole contract (SR-020)."""

    sentence = "player {player} has laid the contract"


@attrs.frozen
class LaidOff(PlayerEvent):
    """A player added a card to a meld (SR-035, SR-036)."""

    sentence = "player {player} adds {card} to meld {number}: {meld}"
    card: FrenchCard
    number: int
    meld: Meld


@attrs.frozen
class JokerSwapped(PlayerEvent):
    """A player exchanged a joker in a run for the card it stood for (SR-031)."""

    sentence = "player {player} exchanges the joker of meld {number} for {card}: {meld}"
    card: FrenchCard
    number: int
    meld: Meld


EVENTS: Final = (MayBuy, Passed, Bought, MeldLaid, WentDown, LaidOff, JokerSwapped)
"""The kinds of events that are the game's own."""
