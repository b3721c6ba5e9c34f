"""What may be laid together: equal cards of a row, and the whole hand with equal face-up cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shedkit.authoring import BY_ORDER
from shedkit.core.zones import merge
from shedkit.families.ladder import picks
from shedkit.games.lucky_shutdown.cards import MOST, Cards
from shedkit.games.lucky_shutdown.covering import governing, is_set, orders
from shedkit.games.lucky_shutdown.moves import Play
from shedkit.games.lucky_shutdown.options import LuckyOptions
from shedkit.games.lucky_shutdown.state import LuckyState


def face_up_cards(now: LuckyState, player: int) -> Cards:
    """The cards of a player's open row, in deck order."""
    return tuple(sorted([card for card in now.face_up[player] if card is not None], key=BY_ORDER))


def plays_from(rules: LuckyOptions, cards: Cards, pile: Cards) -> list[Play]:
    """The plays out of one row of cards, which lie in deck order."""
    top = pile[-1] if pile else None
    if top is not None and top.kind == "push":
        top = governing(pile)
    fitting = rules.fitting[top]
    plays: list[Play] = []
    i, end = 0, len(cards)
    while i < end:
        card, start = cards[i], i
        i += 1
        while i < end and cards[i].alike == card.alike:
            i += 1
        if i - start == 1:
            if card in fitting:
                plays.append(fitting[card])
            continue
        key = (top, *cards[start:i])
        listed = rules.several[key]
        # only where a set can be completed the order of 15s and Undercuts may not matter
        if card.ordered and (i - start >= card.set_size or (pile and pile[-1].alike == card.alike)):
            plays += completed(listed, pile)
        else:
            plays += listed
    return plays


def whole_hand(rules: LuckyOptions, now: LuckyState, player: int) -> Iterator[Play]:
    """The plays of the whole hand together with equal face-up cards (LS-105, LS-107, LS-108, LS-A47)."""
    hand, pile = now.hands[player], now.discard
    equal = tuple([card for card in now.face_up[player] if card is not None and card.alike == hand[0].alike])
    if not equal or hand[0].alike != hand[-1].alike or not row_is_on(rules, now, hand):
        return iter(())
    more = picks(equal, range(1, MOST + 1 - len(hand)))
    return completed(orders([merge(hand, part) for part in more], rules.fitting[governing(pile)]), pile)


def row_is_on(rules: LuckyOptions, now: LuckyState, hand: Cards) -> bool:
    """Whether face-up cards may be laid together with the whole hand (LS-099, LS-A46)."""
    return not now.stock or bool(hand and not rules.combo_needs_empty_stock)


def completed(plays: Iterable[Play], pile: Cards) -> Iterator[Play]:
    """Plays that complete a set in one order only, since the set leaves whatever lies on top (LS-A21)."""
    seen = set()
    for play in plays:
        if len(play.cards) > 1 and play.cards[0].ordered:
            play = canonical(play, pile)
            if play in seen:
                continue
            seen.add(play)
        yield play


def canonical(play: Play, pile: Cards) -> Play:
    """The listed form of a play of several 15s or Undercuts."""
    cards = merge((), play.cards)
    return Play(cards) if is_set(pile + cards) else play
