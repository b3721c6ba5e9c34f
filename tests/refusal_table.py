"""Every refusal of every game: positions built by hand, what a player tries in them, and what the player is told.

A line is the player, the move, the reason, the rule and the sentence. `test_refusals.py` tries them, and sees that no
refusal in the code is left out. A line that is wrong about the game is a fault of the game: see the page of the game.
"""

from __future__ import annotations

from typing import Any

import shedkit.authoring as sk
from jump_in import JumpIn
from mau_mau import MauMau
from mau_mau import Play as Lay
from shedkit import LuckyShutdown, Quiclo, ShanghaiRummy, Shithead
from shedkit.games.shithead import Power
from subjects import DOUBLE, TWENTY

TWICE = LuckyShutdown().deck * 2


class Silent(MauMau):
    """Mau-Mau that gives no reasons of its own."""

    name = "silent"

    @sk.why(Lay, sk.Draw)
    def why_not(self, now, move, player):
        return None

    @sk.on(sk.Pass, "drawn")
    def keep(self, s, move, player):
        self.end_turn(s, player)


TABLE: list[tuple[Any, dict[str, Any], str]] = [
    (
        Shithead(players=3),
        {
            "hands": ["9s Kc", "7h", "4c"],
            "discard": "5c 8d",
            "face_up": ["Qd - -", "2c - -", "- - -"],
            "face_down": ["3d - -", "- - -", "- - -"],
            "stock": "Td",
        },
        """
        7 play 9s: no-such-player SK-01: There is no player 7; players are 0 to 2.
        0 <object>: not-a-move SK-02: A move was expected, not an object.
        0 <foreign>: foreign-move SK-03: Foreign is no move of shithead.
        1 play 7h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        2 take: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        0 play: no-card SK-06: No card is named.
        0 play 7h: card-not-held SK-09: You do not have 7h.
        0 play 9s 9s: card-twice SK-08: 9s is named more often than you hold it.
        0 play Kc 9s: not-alike SH-A01: Cards laid together must be of one rank.
        0 play Qd: wrong-zone SH-025: The face-up row is played only when hand and stock are empty.
        0 flip 1: wrong-zone SH-026: Blind cards are turned only when hand, stock and open row are gone.
        0 arrange 9s Kc Qd: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 swap 9s Qd: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 ready: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 deal: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 react 9s: option-off SH-A09: Sets are not completed out of turn here.
        1 decline: option-off SH-A09: Sets are not completed out of turn here.
        1 react 7h: option-off SH-A09: Sets are not completed out of turn here.
        0 take Qd: option-off SH-A21: No face-up card goes along with the pile here.
        """,
    ),
    (
        Shithead(players=2, deck=TWENTY),
        {"hands": ["7h", "Tc"], "discard": "5c", "stock": ""},
        """
        0 play 3c: unknown-card SK-07: There is no 3c in this deck.
        0 react 3c: option-off SH-A09: Sets are not completed out of turn here.
        """,
    ),
    (
        Shithead(players=3),
        {"hands": ["9s", "7h", "4c"], "discard": "Kc", "stock": ""},
        """
        0 play 9s: too-low SH-016: 9s is lower than the K that counts.
        0 flip 1: wrong-zone SH-026: Blind cards are turned only when hand, stock and open row are gone.
        """,
    ),
    (
        Shithead(players=2, powers={7: Power.LOW, 10: Power.BURN}, anywhere=()),
        {"hands": ["9s Tc", "4h"], "discard": "7c"},
        """
        0 play 9s: too-high SH-040: After 7c only that rank or lower may be laid.
        0 play Tc: too-high SH-A05: After 7c only that rank or lower may be laid.
        """,
    ),
    (
        Shithead(players=2),
        {"hands": ["9s 9c", "4h"], "discard": ""},
        """
        0 take: empty-pile SH-A12: There is no pile to take: you must lay a card.
        0 play 9s 9c: too-many SH-A01: Only one card may be laid at once.
        """,
    ),
    (
        Shithead(players=2, multi_card=True, deck=DOUBLE),
        {"hands": ["9s 9c 9d 9h 9h", "4h"], "discard": "5d"},
        """
        0 play 9s 9c 9d 9h 9h: too-many SH-A01: At most four cards may be laid at once.
        """,
    ),
    (
        Shithead(players=2),
        {
            "hands": ["", "4h"],
            "face_up": ["- - -", "- - -"],
            "face_down": ["- 3d 5s", "- - -"],
            "discard": "6c",
            "stock": "",
        },
        """
        0 play 3d: wrong-zone SH-026: Only blind cards are left: turn one over by its slot.
        0 flip 1: empty-slot SH-026: There is no blind card in slot 1; there is in 2, 3.
        0 flip 7: empty-slot SH-026: There is no blind card in slot 7; there is in 2, 3.
        """,
    ),
    (
        Shithead(players=2, blind_take=False),
        {
            "hands": ["", "4h"],
            "face_up": ["- - -", "- - -"],
            "face_down": ["- 3d 5s", "- - -"],
            "discard": "6c",
            "stock": "",
        },
        """
        0 take: must-play SH-A14: You must turn over a blind card.
        """,
    ),
    (
        Shithead(players=2, take_with_face_up=True),
        {
            "hands": ["", "4h"],
            "face_up": ["3c 4d -", "- - -"],
            "face_down": ["- 3d 5s", "- - -"],
            "discard": "6c",
            "stock": "",
        },
        """
        0 take: no-card SH-A21: Name the face-up card that goes along with the pile.
        0 take 9c: card-not-held SK-09: 9c is not in your face-up row.
        0 play 3c: too-low SH-016: 3c is lower than the 6 that counts.
        """,
    ),
    (
        Shithead(players=2, take_with_face_up=True),
        {"hands": ["7h", "4h"], "face_up": ["3c 4d -", "- - -"], "discard": "6c", "stock": ""},
        """
        0 take 3c: wrong-zone SH-A21: A face-up card goes along only when none of the row can be laid.
        """,
    ),
    (
        Shithead(players=2, take_with_face_up=True, deck=TWENTY),
        {"hands": ["", "Th"], "face_up": ["5c 5d -", "- - -"], "discard": "7c", "stock": ""},
        """
        0 take 3c: unknown-card SK-07: There is no 3c in this deck.
        """,
    ),
    (
        Shithead(players=2),
        {
            "hands": ["4c 9d Jh", "5c 6c 7c"],
            "face_up": ["Ks 3d 7h", "8h 8s 8d"],
            "face_down": ["2c 2d 2h", "2s 3c 3h"],
            "phase": "swap",
        },
        """
        0 arrange 4c 9d: no-card SH-009: The face-up row has 3 cards.
        0 arrange 4c 9d Jh Ks: too-many SH-009: The face-up row has 3 cards.
        0 arrange 4c 9d 5c: card-not-held SK-09: You do not have 5c.
        0 swap 4c Ks: option-off SH-A15: The rows are settled with swap='arrange' here.
        0 ready: option-off SH-A15: The rows are settled with swap='arrange' here.
        0 play 4c: wrong-phase SH-009: Settle your face-up row first.
        0 take: wrong-phase SH-009: Settle your face-up row first.
        0 flip 1: wrong-phase SH-009: Settle your face-up row first.
        0 decline: wrong-phase SH-009: Settle your face-up row first.
        0 react 4c: wrong-phase SH-009: Settle your face-up row first.
        """,
    ),
    (
        Shithead(players=2, swap="single"),
        {
            "hands": ["4c 9d Jh", "5c 6c 7c"],
            "face_up": ["Ks 3d 7h", "8h 8s 8d"],
            "face_down": ["2c 2d 2h", "2s 3c 3h"],
            "phase": "swap",
        },
        """
        0 swap 5c Ks: card-not-held SH-011: Only an own hand card and an own face-up card change places.
        0 swap 4c 8h: card-not-held SH-011: Only an own hand card and an own face-up card change places.
        0 arrange 4c 9d Jh: option-off SH-A15: The rows are settled with swap='single' here.
        """,
    ),
    (
        Shithead(players=2, swap="single", deck=DOUBLE),
        {
            "hands": ["4c 9d Ks", "5c 6c 7c"],
            "face_up": ["Ks 3d 7h", "8h 8s 8d"],
            "face_down": ["2c 2d 2h", "2s 3c 3h"],
            "phase": "swap",
        },
        """
        0 swap Ks Ks: not-alike SH-009: These two cards are the same; nothing would change.
        """,
    ),
    (
        Shithead(players=2, swap="single", deck=TWENTY),
        {
            "hands": ["2c 5c 7c", "2d 5d 7d"],
            "face_up": ["2h 5h 7h", "2s 5s 7s"],
            "face_down": ["Tc Td Th", "Ts - -"],
            "phase": "swap",
        },
        """
        0 swap 3c 7h: unknown-card SK-07: There is no 3c in this deck.
        """,
    ),
    (
        Shithead(players=2, swap="off"),
        {"hands": ["4c", "5c"], "discard": "3c"},
        """
        0 arrange 4c: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 swap 4c 3c: wrong-phase SH-015: Play is on: lay a card or take the pile.
        0 ready: wrong-phase SH-015: Play is on: lay a card or take the pile.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {"hands": ["9s Kc", "7h 8c", "4c"], "discard": "7c 7d 7s", "stock": "Td"},
        """
        1 react 8c: nothing-to-complete SH-A09: 8c would not complete four of a kind.
        1 react Kc: card-not-held SK-09: You do not have Kc.
        1 react: no-card SK-06: No card is named.
        2 decline: nothing-to-complete SH-A09: There is no chance to let go by.
        1 play 7h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        0 decline: nothing-to-complete SH-A09: There is no chance to let go by.
        1 react 7h 7h: card-twice SK-08: 7h is named more often than you hold it.
        2 take: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {"hands": ["9s Kc", "7h 8c", "4c"], "discard": "7c 7d 7s", "stock": "Td", "declined": [False, True, False]},
        """
        1 react 7h: not-an-actor SH-A09: You let this chance go by.
        1 decline: nothing-to-complete SH-A09: There is no chance to let go by.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {"hands": ["7h Kc", "8c", "4c"], "discard": "7c 7d 7s", "stock": "Td"},
        """
        0 react 7h: spelling SK-10: On your turn this is written play 7h.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {
            "hands": ["7h Kc", "", "4c"],
            "face_up": ["- - -", "8d - -", "- - -"],
            "face_down": ["- - -", "2c - -", "- - -"],
            "discard": "7c 7s",
            "stock": "",
        },
        """
        1 react 8d: nothing-to-complete SH-A09: 8d would not complete four of a kind.
        1 react 7d: card-not-held SK-09: You do not have 7d.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {"hands": ["7h Kc", "8h", "4c"], "face_up": ["- - -", "7d - -", "- - -"], "discard": "7c 7s", "stock": "Td"},
        """
        1 react 7d: wrong-zone SH-025: The face-up row is played only when hand and stock are empty.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {
            "hands": ["7h Kc", "", "4c"],
            "face_up": ["- - -", "- - -", "- - -"],
            "face_down": ["- - -", "2c - -", "- - -"],
            "discard": "7c 7s",
            "stock": "",
        },
        """
        1 react 2c: wrong-zone SH-026: Only blind cards are left: turn one over by its slot.
        """,
    ),
    (
        Shithead(players=3, out_of_turn_quad=True),
        {
            "hands": ["4c 9d Jh", "5c 6c 7c", "9c 9h 9s"],
            "face_up": ["Ks 3d 7h", "8h 8s 8d", "Tc Td Th"],
            "face_down": ["2c 2d 2h", "2s 3c 3h", "Ac Ad Ah"],
            "phase": "swap",
        },
        """
        1 react 5c: wrong-phase SH-009: Settle your face-up row first.
        1 decline: wrong-phase SH-009: Settle your face-up row first.
        """,
    ),
    (
        Shithead(players=2, rounds=2),
        {"hands": ["", "5h"], "discard": "4h", "phase": "over", "results": [(1, 2)], "out": [0]},
        """
        1 play 5h: wrong-phase SH-A18: The round is over: the next one must be dealt.
        1 take: wrong-phase SH-A18: The round is over: the next one must be dealt.
        0 deal: not-an-actor SK-05: Player 0 may not move now: player 1 may.
        1 flip 1: wrong-phase SH-A18: The round is over: the next one must be dealt.
        1 ready: wrong-phase SH-A18: The round is over: the next one must be dealt.
        """,
    ),
    (
        Shithead(players=2),
        {"hands": ["", "5h"], "discard": "4h", "phase": "over", "results": [(1, 2)], "out": [0]},
        """
        1 play 5h: game-over SK-04: The game is over.
        0 deal: game-over SK-04: The game is over.
        """,
    ),
    (
        Quiclo(players=2, misplay="illegal"),
        {"hands": ["8 45", "7"], "discard": "87"},
        """
        0 play 45: no-match QU-009: 45 shares no digit with 87.
        0 pass: option-off QU-A08: There is no pass in this game: lay a card or draw.
        0 play 144: card-not-held SK-09: You do not have 144.
        0 play 7: card-not-held SK-09: You do not have 7.
        1 draw: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        """,
    ),
    (
        Quiclo(players=2, highest_card=90),
        {"hands": ["8 45", "7"], "discard": "87"},
        """
        0 play 144: unknown-card SK-07: There is no 144 in this deck.
        """,
    ),
    (
        Quiclo(players=2, play_drawn=True),
        {"hands": ["8 45", "7"], "discard": "87"},
        """
        0 pass: wrong-phase QU-A11: You may pass only after a draw.
        """,
    ),
    (
        Quiclo(players=2, play_drawn=True),
        {"hands": ["8 45", "7"], "discard": "87", "phase": "drawn", "drawn": "45"},
        """
        0 play 8: wrong-zone QU-A08: After a draw only the card just drawn may be laid.
        0 draw: wrong-phase QU-A08: You have drawn: lay that card or pass.
        1 pass: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        """,
    ),
    (
        Quiclo(players=2, play_drawn=True, misplay="illegal"),
        {"hands": ["8 45", "7"], "discard": "87", "phase": "drawn", "drawn": "45"},
        """
        0 play 45: no-match QU-009: 45 shares no digit with 87.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["13o 14b Do", "14o", "13b"],
            "discard": "15b 16o",
            "stock": "",
            "face_up": ["20o 16b -", "21b - -", "- - -"],
            "face_down": ["19o 17b -", "21o - -", "- - -"],
        },
        """
        0 play: no-card SK-06: No card is named.
        0 play 21b: card-not-held SK-09: You do not have 21b.
        0 play 22o: unknown-card SK-07: There is no 22o in this deck.
        0 play 13o 13o: card-twice SK-08: 13o is named more often than you hold it.
        0 play 13o 14b: not-alike LS-027: Cards laid together must be equal: one value, or one effect.
        0 play 13o: too-low LS-023: 13o is lower than the 16 that counts.
        0 play 20o: wrong-zone LS-106: Face-up cards are laid only when no card is left in the hand by it.
        0 flip 1: wrong-zone LS-100: Blind cards are turned only when hand, stock and open row are gone.
        0 sit-out: wrong-phase LS-061: You are not to be skipped.
        0 arrange 13o 14b Do: wrong-phase LS-019: Play is on: lay a card or take the pile.
        0 deal: wrong-phase LS-019: Play is on: lay a card or take the pile.
        0 challenge: option-off LS-110: Luck is not challenged here.
        0 reveal 1: option-off LS-110: Blind cards are not revealed early here.
        0 react 13o: nothing-to-complete LS-092: 13o may not be laid to complete a set now.
        1 react 14o: nothing-to-complete LS-092: 14o may not be laid to complete a set now.
        1 react 16b: card-not-held SK-09: You do not have 16b.
        1 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        1 play 14o: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        2 take: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        0 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        3 take: no-such-player SK-01: There is no player 3; players are 0 to 2.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["13o 18o", "14o", "13b"],
            "discard": "16o",
            "stock": "21o",
            "face_up": ["20o - -", "- - -", "- - -"],
        },
        """
        0 play 20o: wrong-zone LS-099: Face-up cards are played only when the stock is empty.
        """,
    ),
    (
        LuckyShutdown(combo_needs_empty_stock=False),
        {
            "hands": ["18o 13o", "14o", "13b"],
            "discard": "16o",
            "stock": "21o",
            "face_up": ["18b - -", "- - -", "- - -"],
        },
        """
        0 play 18o 18b: wrong-zone LS-106: Face-up cards are laid only when no card is left in the hand by it.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["", "14o", "13b"], "discard": "16o", "stock": "21o", "face_up": ["20o - -", "- - -", "- - -"]},
        """
        0 play 20o: wrong-zone LS-099: Face-up cards are played only when the stock is empty.
        """,
    ),
    (
        LuckyShutdown(deck=TWICE),
        {"hands": ["16o 16o 16o 16b 16b", "14b", "13o"], "discard": "15o", "stock": ""},
        """
        0 play 16o 16o 16o 16b 16b: too-many LS-025: At most 4 cards may be laid at once.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["18o Db", "14b", "13b"], "discard": "15b Px", "stock": ""},
        """
        0 play 18o: wrong-colour LS-045: The 15 that counts is blue: one card must be blue.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["20b Db", "14b", "13b"], "discard": "15o Px", "stock": ""},
        """
        0 play Db: wrong-colour LS-045: The 15 that counts is orange: one card must be orange.
        0 play 20b: wrong-colour LS-045: The 15 that counts is orange: one card must be orange.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["18o Db", "14b", "13b"], "discard": "17b", "stock": ""},
        """
        0 play Db: locked LS-056: A 17 counts: no Magic card may be laid.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["18o 16o", "14b", "13b"], "discard": "U16b", "stock": ""},
        """
        0 play 18o: too-high LS-077: After U16b a number must be lower than 16.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["15o 15b", "14b", "13b"], "discard": "15o 15b", "stock": ""},
        """
        0 play 15b 15o: spelling SK-10: This is written play 15o 15b: the order does not matter.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["", "14b", "13b"], "discard": "20o", "stock": "", "face_down": ["19o 17b -", "- - -", "- - -"]},
        """
        0 flip 3: empty-slot LS-100: There is no blind card in slot 3; there is in 1, 2.
        0 flip 0: empty-slot LS-100: There is no blind card in slot 0; there is in 1, 2.
        0 play 19o: card-not-held SK-09: You do not have 19o.
        """,
    ),
    (
        LuckyShutdown(blind_take=False),
        {"hands": ["", "14b", "13b"], "discard": "20o", "stock": "", "face_down": ["19o 17b -", "- - -", "- - -"]},
        """
        0 take: must-play LS-A49: You must turn over a blind card.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["13o 14b", "14o", "13b"], "discard": "", "stock": ""},
        """
        0 take: empty-pile LS-035: There is no pile to take: you must lay a card.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["20o Do 19b", "14b", "14o"],
            "discard": "18o 19o",
            "stock": "",
            "face_up": ["21o - -", "- - -", "- - -"],
            "pending": 1,
        },
        """
        0 play 20o: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        0 take: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        0 flip 1: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        0 challenge: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        0 reveal 1: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        1 sit-out: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        0 play 21o: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        """,
    ),
    (
        LuckyShutdown(skip_rescue_zone="hand_or_face_up"),
        {
            "hands": ["20o Do 19b", "14b", "14o"],
            "discard": "18o 19o",
            "stock": "",
            "face_up": ["19b - -", "- - -", "- - -"],
            "pending": 1,
        },
        """
        0 play 19b / 20o: spelling SK-10: This is written play 19b: hand cards go first.
        0 play 20o / 19b: skipped LS-061: You are to be skipped: lay a 19, or sit out.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["20o 18b", "14b", "14o"], "discard": "18o", "stock": "", "face_up": ["18o - -", "- - -", "- - -"]},
        """
        0 play 18b / 18o: spelling SK-10: This is written play 18b: hand cards go first.
        0 play 18o 18b: wrong-zone LS-106: Face-up cards are laid only when no card is left in the hand by it.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["13o 14b 15o 19b Dx 21o", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"],
            "face_down": ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"],
            "phase": "choose",
        },
        """
        0 arrange 13o 14b: no-card LS-008: The face-up row has 3 cards.
        0 arrange 13o 14b 15o 19b: too-many LS-008: The face-up row has 3 cards.
        0 arrange 16o 17o 18o: card-not-held SK-09: You do not have 16o.
        0 play 13o: wrong-phase LS-008: Choose your face-up row first.
        0 take: wrong-phase LS-008: Choose your face-up row first.
        0 flip 1: wrong-phase LS-008: Choose your face-up row first.
        0 sit-out: wrong-phase LS-008: Choose your face-up row first.
        0 react 13o: wrong-phase LS-008: Choose your face-up row first.
        0 decline: wrong-phase LS-008: Choose your face-up row first.
        0 challenge: wrong-phase LS-008: Choose your face-up row first.
        0 reveal 1: wrong-phase LS-008: Choose your face-up row first.
        0 deal: wrong-phase LS-008: Choose your face-up row first.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["15o 19b Dx", "13b 14o 15b 16b 18b 20b", "16o 17o 18o 19o 20o 21b"],
            "face_down": ["13o 13b 14o", "14b 15o 15b", "16o 16b 17o"],
            "phase": "choose",
            "chosen": ["13o 14b 21o", "", ""],
        },
        """
        0 arrange 15o 19b Dx: not-an-actor SK-05: Player 0 may not move now: players 1, 2 may.
        """,
    ),
    (
        LuckyShutdown(reaction="off"),
        {"hands": ["13o 14o", "18b 13b", "16b"], "discard": "16o 16b 16o", "stock": "20o", "turn": 1},
        """
        2 react 16b: option-off LS-A35: Sets are not completed out of turn here.
        2 decline: option-off LS-A35: Sets are not completed out of turn here.
        1 react 18b: option-off LS-A35: Sets are not completed out of turn here.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["13o 14o 15o", "18b 13b 14b", "16b 15b 17b"], "discard": "16o 16b 16o", "stock": "20o", "turn": 1},
        """
        2 react 15b: nothing-to-complete LS-092: 15b may not be laid to complete a set now.
        2 react 20b: card-not-held SK-09: You do not have 20b.
        0 react 16b: card-not-held SK-09: You do not have 16b.
        0 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        2 play 16b: not-an-actor SK-05: Player 2 may not move now: player 1 may.
        2 react: no-card SK-06: No card is named.
        1 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        """,
    ),
    (
        LuckyShutdown(),
        {
            "hands": ["13o 14o 15o", "18b 13b 14b", "16b 15b 17b"],
            "discard": "16o 16b 16o",
            "stock": "20o",
            "turn": 1,
            "declined": [False, False, True],
        },
        """
        2 react 16b: not-an-actor LS-A36: You let this chance go by.
        2 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["16b 14o 15o", "18b", "17b"], "discard": "16o 16b 16o", "stock": "20o"},
        """
        0 react 16b: spelling SK-10: On your turn this is written play 16b.
        0 decline: nothing-to-complete LS-A37: There is no chance to let go by.
        """,
    ),
    (
        LuckyShutdown(challenge_luck=True),
        {"hands": ["13o 14b", "14o", "13b"], "discard": "20o", "stock": "21b 16b", "challenged": [True, False, False]},
        """
        0 challenge: right-used LS-112: You have challenged luck before.
        """,
    ),
    (
        LuckyShutdown(challenge_luck=True),
        {"hands": ["13o 14b", "14o", "13b"], "discard": "20o", "stock": ""},
        """
        0 challenge: no-card LS-A62: There is no card in the stock.
        """,
    ),
    (
        LuckyShutdown(challenge_luck=True),
        {"hands": ["13o 14b", "14o", "13b"], "discard": "13b", "stock": "21b 16b"},
        """
        0 challenge: can-play LS-111: You can lay a card.
        """,
    ),
    (
        LuckyShutdown(challenge_luck=True),
        {"hands": ["13o 14b", "14o", "13b"], "discard": "", "stock": "21b 16b"},
        """
        0 challenge: can-play LS-111: You can lay a card.
        """,
    ),
    (
        LuckyShutdown(early_reveal=True),
        {
            "hands": ["", "14b", "14o"],
            "discard": "20o",
            "stock": "",
            "face_up": ["- 13o 16b", "- - -", "- - -"],
            "face_down": ["19o 17b 13b", "- - -", "- - -"],
            "revealed": [True, False, False],
        },
        """
        0 reveal 1: right-used LS-121: You have revealed a card early before.
        """,
    ),
    (
        LuckyShutdown(early_reveal=True),
        {
            "hands": ["", "14b", "14o"],
            "discard": "20o",
            "stock": "21o",
            "face_up": ["- 13o 16b", "- - -", "- - -"],
            "face_down": ["19o 17b 13b", "- - -", "- - -"],
        },
        """
        0 reveal 1: wrong-zone LS-116: Cards are revealed early only in the face-up phase.
        """,
    ),
    (
        LuckyShutdown(early_reveal=True),
        {
            "hands": ["18o", "14b", "14o"],
            "discard": "20o",
            "stock": "",
            "face_up": ["- 13o 16b", "- - -", "- - -"],
            "face_down": ["19o 17b 13b", "- - -", "- - -"],
        },
        """
        0 reveal 1: wrong-zone LS-116: Cards are revealed early only in the face-up phase.
        """,
    ),
    (
        LuckyShutdown(early_reveal=True),
        {
            "hands": ["", "14b", "14o"],
            "discard": "13b",
            "stock": "",
            "face_up": ["- 13o 16b", "- - -", "- - -"],
            "face_down": ["19o 17b 13b", "- - -", "- - -"],
        },
        """
        0 reveal 1: can-play LS-117: You can lay a face-up card.
        """,
    ),
    (
        LuckyShutdown(early_reveal=True),
        {
            "hands": ["", "14b", "14o"],
            "discard": "20o",
            "stock": "",
            "face_up": ["- 13o 16b", "- - -", "- - -"],
            "face_down": ["19o 17b 13b", "- - -", "- - -"],
        },
        """
        0 reveal 2: empty-slot LS-118: No uncovered blind card lies in slot 2; one lies in 1.
        0 reveal 7: empty-slot LS-118: No uncovered blind card lies in slot 7; one lies in 1.
        0 flip 1: wrong-zone LS-100: Blind cards are turned only when hand, stock and open row are gone.
        """,
    ),
    (
        LuckyShutdown(rounds=2),
        {"hands": ["", "", "14o"], "discard": "", "phase": "over", "results": [(1, 2, 3)], "out": [0, 1]},
        """
        2 play 14o: wrong-phase LS-017: The round is over: the next one must be dealt.
        2 sit-out: wrong-phase LS-017: The round is over: the next one must be dealt.
        2 react 14o: wrong-phase LS-017: The round is over: the next one must be dealt.
        2 arrange 14o: wrong-phase LS-017: The round is over: the next one must be dealt.
        0 deal: not-an-actor SK-05: Player 0 may not move now: player 2 may.
        2 flip 1: wrong-phase LS-017: The round is over: the next one must be dealt.
        """,
    ),
    (
        LuckyShutdown(),
        {"hands": ["", "", "14o"], "discard": "", "phase": "over", "results": [(1, 2, 3)], "out": [0, 1]},
        """
        2 play 14o: game-over SK-04: The game is over.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc",
            "phase": "play",
            "taken": "9h",
        },
        """
        0 draw: wrong-phase SR-A05: You have had your card of this turn.
        0 take: wrong-phase SR-A05: You have had your card of this turn.
        0 buy 9c: wrong-phase SR-A11: Cards are bought before the draw only.
        0 pass: wrong-phase SR-A11: Cards are bought before the draw only.
        0 deal: wrong-phase SR-048: The round is not over yet.
        0 lay 4c 4d 4h: contract SR-A27: You have laid your contract; new melds are not laid after it.
        0 lay-off 9s 0 high: card-not-held SK-09: You do not have 9s.
        0 lay-off Kh 0 high: no-match SR-039: To the run 5h 6h Jk=7h 8h belongs 4h at the low end or 9h at the high end.
        0 lay-off 9h 7 high: no-such-meld SR-039: There is no meld 7: the melds are 0 to 3.
        0 lay-off 9h 0: spelling SK-10: Say to which end of 5h 6h Jk=7h 8h it goes, low or high.
        0 lay-off 3d 2: no-match SR-039: 3d does not belong to the set 4c 4d Jk.
        0 lay-off Jk 2 high: spelling SK-10: This is written lay-off Jk 2.
        0 lay-off Jk=Ts 0 high: spelling SK-10: This is written lay-off Jk=9h 0 high.
        0 swap 7h 4 3: no-such-meld SR-039: There is no meld 4: the melds are 0 to 3.
        0 swap 7s 0 3: card-not-held SK-09: You do not have 7s.
        0 swap 4s 2 3: locked SR-034: Jokers in sets stay where they are.
        0 swap 7h 0 2: no-joker SR-031: There is no joker at position 2 of 5h 6h Jk=7h 8h.
        0 swap 7h 0 9: no-joker SR-031: There is no joker at position 9 of 5h 6h Jk=7h 8h.
        0 swap 4s 0 3: no-match SR-032: That joker stands for 7h, not for 4s.
        0 discard 9h: just-taken SR-A07: You have just taken 9h from the pile: discard another card.
        0 discard Qh: card-not-held SK-09: You do not have Qh.
        1 discard 3c: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        0 lay-off 9h 0 low: no-match SR-039: To the run 5h 6h Jk=7h 8h belongs 4h at the low end or 9h at the high end.
        0 <bad end>: spelling SK-10: The end of a run is low or high, not 7.
        2 buy 9c: not-an-actor SR-A11: Player 2 comes too late: cards are bought before the draw only.
        3 buy 9c: not-an-actor SR-A11: Player 3 comes too late: cards are bought before the draw only.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc Th",
        },
        """
        0 buy 9c: wrong-phase SR-A19: On your own turn you take the card for nothing, or draw.
        0 pass: wrong-phase SR-A19: On your own turn you take the card for nothing, or draw.
        0 lay 4c 4d 4h: wrong-phase SR-016: Your turn begins with a card: draw one or take the one on the pile.
        0 lay-off 9h 0 high: wrong-phase SR-016: Your turn begins with a card: draw one or take the one on the pile.
        0 swap 7h 0 3: wrong-phase SR-016: Your turn begins with a card: draw one or take the one on the pile.
        0 discard 9h: wrong-phase SR-016: Your turn begins with a card: draw one or take the one on the pile.
        0 deal: wrong-phase SR-048: The round is not over yet.
        2 buy 9c: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        1 buy 9c: not-an-actor SR-028: Player 1 has laid the contract and buys no more cards in this round.
        1 pass: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        3 buy 9c: not-an-actor SR-A13: Player 3 has discarded 9c and does not buy it back.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "discard": "8c 9c",
            "stock": "Td Tc Th",
            "phase": "claim",
            "claimant": 1,
        },
        """
        1 draw: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 take: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 buy 8c: no-match SR-022: You want to buy 8c, but on top of the pile lies 9c.
        1 lay 4c 4d 4h: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 lay-off 3c 0 high: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 swap 3c 0 3: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 discard 3c: wrong-phase SR-A11: It is not your turn: buy the top card of the pile or pass.
        1 deal: wrong-phase SR-048: The round is not over yet.
        0 buy 9c: not-an-actor SK-05: Player 0 may not move now: player 1 may.
        0 draw: not-an-actor SK-05: Player 0 may not move now: player 1 may.
        2 buy 9c: not-an-actor SK-05: Player 2 may not move now: player 1 may.
        3 buy 9c: not-an-actor SR-A13: Player 3 has discarded 9c and does not buy it back.
        2 pass: not-an-actor SK-05: Player 2 may not move now: player 1 may.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "discard": "8c 9c",
            "stock": "Td Tc Th",
            "phase": "claim",
            "claimant": 1,
            "buys": [0, 0, 3, 0],
        },
        """
        2 buy 9c: not-an-actor SR-025: Player 2 has bought 3 times in this round, as often as anybody may.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "discard": "8c 9c",
            "stock": "Td Tc Th",
            "phase": "claim",
            "claimant": 1,
            "melds": [(2, "Kc Kd Ks"), (2, "4c 4d Jk")],
            "down": [False, False, True, False],
        },
        """
        2 buy 9c: not-an-actor SR-028: Player 2 has laid the contract and buys no more cards in this round.
        """,
    ),
    (
        ShanghaiRummy(max_buys=0),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc Th",
        },
        """
        2 buy 9c: not-an-actor SR-025: Player 2 has bought 0 times in this round, as often as anybody may.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"], "discard": "9c", "stock": ""},
        """
        0 draw: empty-stock SR-A16: There is nothing left to draw: take the card of the pile.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"], "discard": "", "stock": "Td Tc"},
        """
        0 take: empty-pile SR-017: No card lies on the pile.
        2 buy 9c: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["Jc Jd Jh 9h 9s", "3c", "6c", "Ad"],
            "melds": [(1, "5h 6h Jk=7h 8h"), (0, "4c 4d 4h")],
            "phase": "play",
            "laid": 1,
        },
        """
        0 lay-off 9h 0 high: contract SR-A29: Lay the rest of the contract first.
        0 swap 7h 0 3: contract SR-A29: Lay the rest of the contract first.
        0 discard 9h: contract SR-A29: Lay the rest of the contract first.
        0 lay 9h 9s 9c: card-not-held SK-09: You do not have 9c.
        0 lay 9h Th Jh Qh: card-not-held SK-09: You do not have Th.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay-off 9h 0 high: not-down SR-038: Lay your contract before you lay off.
        0 swap 7h 0 3: not-down SR-A34: Lay your contract before you exchange jokers.
        0 lay 4c 4d 5h: no-meld SR-014: A set has cards of one rank: 5h does not belong to it.
        0 lay 4c 4d: no-meld SR-014: A set has at least 3 cards.
        0 lay 4c 4d 4h Jk: no-meld SR-A26: A set is laid with 3 cards; the others are laid off afterwards.
        0 lay 4h 5h 6h: no-meld SR-015: A run has at least 4 cards.
        0 lay 4h 5h 7h 8h: no-meld SR-015: In a run from 4h, 7h is not at its place: 6h is.
        0 lay 4h 5h 6d 7h: no-meld SR-A22: In a run from 4h, 6d is not at its place: 6h is.
        0 lay 4h 5h 6h 7h 8h: no-meld SR-A26: A run is laid with 4 cards; the others are laid off afterwards.
        0 lay 4h 5h 6h Jk=7h: card-not-held SK-09: You do not have 5h.
        0 lay 5c 5d 5h: card-not-held SK-09: You do not have 5c.
        0 lay 4c 4d 9h: no-meld SR-014: A set has cards of one rank: 9h does not belong to it.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["4c 4d 4h 9h 9s Jh 2c", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c 4d 4h: contract SR-019: You cannot lay the whole contract, 2 sets, with this meld.
        """,
    ),
    (
        ShanghaiRummy(go_out="discard"),
        {"hands": ["4c 4d 4h Jc Jd Jh", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c 4d 4h: last-card SR-A41: One card must be left to discard.
        """,
    ),
    (
        ShanghaiRummy(go_out="discard"),
        {"hands": ["9h", "3c", "6c", "Ad"], "melds": [(0, "5h 6h Jk=7h 8h"), (0, "4c 4d 4h")], "phase": "play"},
        """
        0 lay-off 9h 0 high: last-card SR-A41: One card must be left to discard.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h 7h Kh 2c", "3c", "6c", "Ad"],
            "melds": [(0, "4c 4d 4h"), (0, "9c 9d 9s"), (1, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks")],
            "phase": "play",
            "laid": 2,
            "down": [True, True, False, False],
        },
        """
        0 lay-off 9h 2 high: next-turn SR-037: On the melds of others you may do that from your next turn on.
        0 swap 7h 2 3: next-turn SR-A35: On the melds of others you may do that from your next turn on.
        0 lay 9h 9s 9c: contract SR-A27: You have laid your contract; new melds are not laid after it.
        """,
    ),
    (
        ShanghaiRummy(joker_swap="off"),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc",
            "phase": "play",
            "taken": "9h",
        },
        """
        0 swap 7h 0 3: option-off SR-A34: Jokers are not exchanged in this game.
        """,
    ),
    (
        ShanghaiRummy(max_jokers_per_meld=1),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (1, "Kc Kd Ks"), (0, "4c 4d Jk"), (1, "Jk=Ts Js Qs Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc",
            "phase": "play",
            "taken": "9h",
        },
        """
        0 lay-off Jk 2: too-many SR-A30: 4c 4d Jk takes no further joker there.
        0 lay-off Jk=9h 0 high: too-many SR-A30: 5h 6h Jk=7h 8h takes no further joker there.
        """,
    ),
    (
        ShanghaiRummy(adjacent_jokers=False),
        {
            "hands": ["9h 7h 4s Kh Jk 3d", "3c 5d", "6c", "Ad"],
            "melds": [(0, "Jk=5h 6h 7h 8h"), (1, "Kc Kd Ks")],
            "discard": "8c 9c",
            "stock": "Td Tc",
            "phase": "play",
            "taken": "9h",
        },
        """
        0 lay-off Jk=4h 0 low: too-many SR-A31: Jk=5h 6h 7h 8h takes no further joker there.
        """,
    ),
    (
        ShanghaiRummy(max_jokers_per_meld=1),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c Jk Jk: no-meld SR-A30: A meld has at most 1 joker.
        """,
    ),
    (
        ShanghaiRummy(max_jokers_per_meld=0),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c 4d Jk: no-meld SR-A30: A meld has at most 0 jokers.
        """,
    ),
    (
        ShanghaiRummy(adjacent_jokers=False, contracts=[(0, 2)]),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4h Jk=5h Jk=6h 7h: no-meld SR-A31: Jokers may not lie side by side.
        """,
    ),
    (
        ShanghaiRummy(ace="low", contracts=[(0, 2)]),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay Jh Qh Kh Ah: no-meld SR-A24: Aces are low in this game.
        """,
    ),
    (
        ShanghaiRummy(ace="high", contracts=[(0, 2)]),
        {"hands": ["4c 4d 4h Jc Jd Jh 9h 9s Jk", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay Ah 2h 3h 4h: no-meld SR-A24: Aces are high in this game.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["", "", "", ""],
            "shown": ["", "2d", "2h", "2s"],
            "discard": "9h",
            "phase": "over",
            "results": [[0, 5, 5, 5]],
            "down": [True, False, False, False],
        },
        """
        1 draw: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 take: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 buy 9h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 pass: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 lay 4c 4d 4h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 lay-off 9h 0 high: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 swap 7h 0 3: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        1 discard 9h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        0 draw: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 take: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 buy 9h: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 pass: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 lay 4c 4d 4h: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 lay-off 9h 0 high: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 swap 7h 0 3: wrong-phase SR-040: The round is over: the next one must be dealt.
        0 discard 9h: wrong-phase SR-040: The round is over: the next one must be dealt.
        2 buy 9h: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        2 deal: not-an-actor SK-05: Player 2 may not move now: player 0 may.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["", "", "", ""],
            "shown": ["", "2d", "2h", "2s"],
            "discard": "9h",
            "phase": "over",
            "round": 7,
            "results": [
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
                [0, 5, 5, 5],
            ],
            "down": [True, False, False, False],
        },
        """
        1 deal: game-over SK-04: The game is over.
        """,
    ),
    (
        ShanghaiRummy(contracts=[(0, 1)]),
        {"hands": ["4h 5h 6h 7h 9s 8h", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4h 5h 6h 7h 8h: no-meld SR-A26: A run is laid with 4 cards; the others are laid off afterwards.
        """,
    ),
    (
        ShanghaiRummy(contracts=[(0, 1)]),
        {"hands": ["4c 4d 4h 9s", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c 4d 4h: contract SR-005: The contract asks for no such meld: it is 1 run.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["4c 4d 4h Jc Jd Jh 9s", "3c", "6c", "Ad"], "discard": "8c", "phase": "play"},
        """
        0 lay 4c 4d 4c: card-twice SK-08: 4c is named more often than you hold it.
        0 lay 9h Th Jh Qh: card-not-held SK-09: You do not have 9h.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["9h", "3c", "6c", "Ad"], "phase": "play", "stock": "Td Tc"},
        """
        0 swap 9h 0 1: not-down SR-A34: Lay your contract before you exchange jokers.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["2h 7c", "3c", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (0, "Kc Kd Ks")],
            "phase": "play",
            "stock": "Td Tc",
        },
        """
        0 lay-off Jk 0: card-not-held SK-09: You do not have Jk.
        0 lay-off 7c 0: no-match SR-039: To the run 5h 6h Jk=7h 8h belongs 4h at the low end or 9h at the high end.
        0 lay-off 9h 0: card-not-held SK-09: You do not have 9h.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["9h Jk 7c", "3c", "6c", "Ad"],
            "melds": [(0, "5h 6h Jk=7h 8h"), (0, "Kc Kd Ks")],
            "phase": "play",
            "stock": "Td Tc",
        },
        """
        0 lay-off 9h 0: spelling SK-10: Say to which end of 5h 6h Jk=7h 8h it goes, low or high.
        0 lay-off Jk 0: spelling SK-10: Say to which end of 5h 6h Jk=7h 8h it goes, low or high.
        0 lay-off 9h 9 high: no-such-meld SR-039: There is no meld 9: the melds are 0 to 1.
        """,
    ),
    (
        ShanghaiRummy(),
        {
            "hands": ["7c 2h", "3c", "6c", "Ad"],
            "melds": [(0, "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"), (0, "Kc Kd Ks")],
            "phase": "play",
            "stock": "Td Tc",
        },
        """
        0 lay-off 7c 0 high: no-match SR-039: To the run Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah belongs no card.
        """,
    ),
    (
        ShanghaiRummy(),
        {"hands": ["9h 7c", "3c", "6c", "Ad"], "phase": "play", "stock": "Td Tc"},
        """
        0 lay 4c 4d 4h: card-not-held SK-09: You do not have 4c.
        """,
    ),
    (
        MauMau(players=2),
        {"hands": ["9c Ad", "7h"], "discard": "Kd"},
        """
        0 play 9c: no-match MM-02: 9c has neither the suit d nor the rank of Kd.
        0 play Kd: card-not-held SK-09: You do not have Kd.
        0 play 2c: unknown-card SK-07: There is no 2c in this deck.
        1 play 7h: not-an-actor SK-05: Player 1 may not move now: player 0 may.
        0 pass: option-off MM-04: There is no pass in this game: lay a card or draw.
        5 draw: no-such-player SK-01: There is no player 5; players are 0 to 1.
        """,
    ),
    (
        MauMau(players=2, must_play=True),
        {"hands": ["9c Ad", "7h"], "discard": "Kd"},
        """
        0 draw: can-play MM-03: You have a card that fits: lay it.
        """,
    ),
    (
        MauMau(players=2, play_drawn=True),
        {"hands": ["9c Ad", "7h"], "discard": "Kd", "phase": "drawn", "drawn": "9c"},
        """
        0 play Ad: wrong-zone MM-04: After a draw only the card just drawn may be laid.
        0 draw: wrong-phase MM-04: You have drawn: lay that card or pass.
        0 play 9c: no-match MM-02: 9c has neither the suit d nor the rank of Kd.
        """,
    ),
    (
        MauMau(players=2, play_drawn=True),
        {"hands": ["9c Ad", "7h"], "discard": "Kd"},
        """
        0 pass: wrong-phase MM-04: You may pass only after a draw.
        """,
    ),
    (
        MauMau(players=2),
        {"hands": ["9c Ad", "7h"], "discard": "7d", "pending": 2},
        """
        0 play Ad: no-match MM-06: Lay a seven, or draw the 2 cards that are due.
        """,
    ),
    (
        MauMau(players=2),
        {"hands": ["Jc Ad", "7h"], "discard": "Js", "suit": "h"},
        """
        0 play Jc c: locked MM-08: A jack is not laid on a jack.
        """,
    ),
    (
        MauMau(players=2),
        {"hands": ["Jc Ad", "7h"], "discard": "Kd"},
        """
        0 play Jc: spelling MM-09: Name a suit: play Jc c, for example.
        0 play Ad d: spelling MM-09: Ad names no suit: play Ad.
        """,
    ),
    (
        Silent(players=2, play_drawn=True),
        {"hands": ["7h 8s", "9c"], "discard": "7s"},
        """
        0 play 8s h: no-match SK-11: Now there is: play 7h, play 8s, draw.
        0 pass: wrong-phase SK-12: It is not the time for pass.
        """,
    ),
    (
        Silent(players=2),
        {"hands": ["7h 8s", "9c"], "discard": "7s"},
        """
        0 pass: option-off SK-13: There is no pass in this game: play_drawn is off.
        """,
    ),
    (
        Silent(players=2, must_play=True),
        {"hands": ["7h 8s", "9c"], "discard": "7s"},
        """
        0 draw: no-match SK-11: Now there is: play 7h, play 8s.
        """,
    ),
    (
        JumpIn(players=3),
        {"hands": ["3r", "7r 2b", "9g"], "discard": "7r", "layer": 2, "declined": [False, True, False]},
        """
        1 jump 7r: not-an-actor JI-09: You let this chance go by.
        2 decline: not-an-actor JI-09: You let this chance go by.
        1 jump 2b: no-match JI-09: 2b is not the same as 7r.
        2 jump 7r: card-not-held SK-09: You do not have 7r.
        """,
    ),
    (
        JumpIn(players=3, play_drawn=True),
        {"hands": ["3r", "7r 2b", "9g"], "discard": "7r"},
        """
        0 pass: wrong-phase JI-04: Only who has just drawn may pass.
        """,
    ),
]
