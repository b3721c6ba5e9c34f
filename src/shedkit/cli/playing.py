"""``shedkit play``: a game between a person and simple opponents, or between opponents alone."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec

from shedkit.cli.arguments import GameRules, Stop, UsageError, configured, find_game, quoted
from shedkit.cli.listing import first_paragraph
from shedkit.cli.terminal import bold, columns, dim, wrapped
from shedkit.core.errors import NotationError
from shedkit.core.events import Turn
from shedkit.core.moves import Move
from shedkit.core.states import State
from shedkit.core.views import View
from shedkit.front.labels import told
from shedkit.players import simple_player
from shedkit.table.journal import Journal
from shedkit.table.match import Match
from shedkit.table.runner import Player, Step, drive

__all__ = ["Person", "Reporter", "play"]

_LISTED = 120
"""How many moves are listed at most; the others can still be typed."""


def play(args: argparse.Namespace) -> None:
    """Play or watch one game to its end.

    Raises:
        ShedkitError: if the arguments fit no game.
        Stop: if the person stops.

    """
    on_screen = _on_screen(args)
    resumed = args.journal is not None and os.path.exists(args.journal)
    if on_screen and args.game is None and not resumed:
        from shedkit.terminal.opening import begin_on_screen

        begin_on_screen()
        return
    kept: AbstractContextManager[Journal | None]
    if resumed:
        match, kept = _resumed(args)
    else:
        rules = configured(find_game(args.game, "play"), args)
        _seats(rules, args)
        match = Match(rules, secrets.randbelow(1_000_000) if args.seed is None else args.seed)
        kept = nullcontext() if args.journal is None else Journal.create(args.journal, match)
    with kept as journal:
        seats = _seats(match.rules, args)
        if on_screen:
            from shedkit.terminal.opening import play_on_screen

            play_on_screen(match, journal, seats, everything=args.open, max_moves=args.max_moves)
            print(_how_to_go_on(match, args))
        elif len(seats) > 1:
            raise UsageError("--seat: several people play only on a terminal with the extra shedkit[terminal]")
        else:
            _play_match(match, seats[0] if seats else None, args)


def _on_screen(args: argparse.Namespace) -> bool:
    """Whether to show a table in colour: on a real terminal, where Textual is installed."""
    real = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if not real or args.text or os.environ.get("TERM", "dumb") == "dumb":
        return False
    if find_spec("textual") is None:
        print(dim('pip install "shedkit[terminal]" brings a table in colour, with mouse, hints and undo.'))
        return False
    return True


def _how_to_go_on(match: Match[State, Move], args: argparse.Namespace) -> str:
    if match.outcome is not None:
        return str(match.outcome)
    return f"Stopped before the end; {_again(match, args)}."


def _again(match: Match[State, Move], args: argparse.Namespace) -> str:
    """How to get to the same table again."""
    seed = 0 if match.deal is None else match.deal[0]
    return f"--seed {seed} deals the same game again" if args.journal is None else f"{args.journal} holds it"


def _resumed(args: argparse.Namespace) -> tuple[Match[State, Move], Journal]:
    """The match of a journal that is there already."""
    match, journal = Journal.resume(args.journal)
    if args.settings or args.preset or args.players is not None or args.seed is not None:
        journal.close()
        raise UsageError(f"{args.journal} holds a match with options and seed of its own: leave them out")
    if args.game is not None and args.game != match.rules.name:
        journal.close()
        raise UsageError(f"{args.journal} holds a match of {match.rules.name}, not of {quoted(args.game)}")
    print(f"taking up the match in {args.journal}, after {len(match)} moves")
    return match, journal


def _play_match(match: Match[State, Move], seat: int | None, args: argparse.Namespace) -> None:
    rules, state = match.rules, match.state
    seed = 0 if match.deal is None else match.deal[0]
    players: list[Player[State, Move]] = [
        Person(rules) if chair == seat else simple_player(rules, seed + chair) for chair in range(rules.players)
    ]
    reporter = Reporter(rules, seat, everything=args.open)
    print(f"{rules.name}, {rules.players} players, seed {seed}")
    if seat is None and match.outcome is None:
        print(f"\n{reporter.picture(state)}\n")
    elif match.outcome is None:
        print(f"You are player {seat}. Type ? for help, q to stop.")
    try:
        played = drive(match, players, max_moves=args.max_moves, watch=reporter)
    except (Stop, KeyboardInterrupt):
        print(f"\nStopped before the end; {_again(match, args)}.")
        raise
    print(f"\n{reporter.picture(played.state)}\n")
    if played.outcome is None:
        print(f"Stopped after {played.moves} moves, before the game was over; --max-moves sets the limit.")
        return
    if seat in played.outcome.winners:
        print(bold("You win."))
    elif seat in played.outcome.losers:
        print(bold("You lose."))
    elif seat is not None:
        print(bold(f"You come in place {played.outcome.places[seat]}."))
    print(played.outcome)


def _seats(rules: GameRules, args: argparse.Namespace) -> tuple[int, ...]:
    """The seats of the people at the screen; none where the opponents play alone."""
    if args.watch and args.seat is not None:
        raise UsageError("--seat does not go with --watch, where nobody but the opponents plays")
    if args.open and not args.watch:
        raise UsageError("--open goes only with --watch")
    seats = tuple(dict.fromkeys(args.seat or [0]))
    for seat in seats:
        if not 0 <= seat < rules.players:
            raise UsageError(f"--seat: the seats of {rules.players} players are 0 to {rules.players - 1}, not {seat}")
    if args.max_moves < 0:
        raise UsageError(f"--max-moves: it must be 0 or more, not {args.max_moves}")
    return () if args.watch else seats


# --- what is printed


class Reporter:
    """Prints each move of a game, as its reader may see it.

    A move of which the reader sees nothing leaves no trace, and one that names cards which the reader does not
    see is told without them.

    Args:
        rules: the game.
        reader: the seat of the reader; ``None`` for an onlooker.
        everything: whether to show all there is instead.

    """

    def __init__(self, rules: GameRules, reader: int | None, *, everything: bool = False) -> None:
        self._rules = rules
        self._reader = reader
        self._everything = everything

    def __call__(self, step: Step[State, Move]) -> None:
        """Print one move."""
        events = step.events if self._everything else self._rules.shown(step.events, self._reader)
        if not events:
            return
        named = self._everything or step.player == self._reader or told(step.move, events)
        print(wrapped(str(step.move) if named else step.move.verb, first=f"player {step.player}  ", rest=" " * 10))
        for event in events:
            if not isinstance(event, Turn):  # the next line says who is on turn
                print(dim(wrapped(str(event), first=" " * 10, rest=" " * 12)))

    def picture(self, state: State) -> str:
        """What lies on the table, as the reader sees it."""
        shown = state if self._everything else self._rules.view(state, self._reader).state
        return _picture(self._rules, shown)


def _picture(rules: GameRules, state: State) -> str:
    lines = [rules.headline(state), *str(state).splitlines()]
    return "\n".join(wrapped(line, rest=" " * 10) for line in lines if line)


# --- the person


class Person:
    """A player who reads the table and types moves.

    Args:
        rules: the game.

    """

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._coming: list[Move] = []  # the rest of a suggestion that was taken

    def choose(self, view: View[State], moves: Sequence[Move]) -> Move:
        """Ask until a move has been typed that the rules take.

        Raises:
            Stop: if the person stops or the input ends.

        """
        seat = view.player
        assert seat is not None
        if self._coming:
            move = self._coming.pop(0)
            if move in moves:
                return move
            self._coming = []
        penalised = self._rules.penalised_moves(view, seat)
        self._show(view, moves, penalised)
        while True:
            text = _typed()
            if text in ("q", "quit"):
                raise Stop(0)
            if text == "t":
                self._show(view, moves, penalised)
            elif text == "?":
                self._help(view, moves, penalised)
            else:
                answer = self._meaning(view, text, moves, penalised)
                if isinstance(answer, Move):
                    print()
                    return answer
                print(answer)

    def _show(self, view: View[State], moves: Sequence[Move], penalised: Sequence[Move]) -> None:
        print(f"\n{_picture(self._rules, view.state)}\n")
        on_turn = view.player in self._rules.public_actors(view.state)
        print(bold("Your move" if on_turn else "You may move out of turn"))
        for letter, together in self._suggestions(view).items():
            print(wrapped(", then ".join(map(str, together)), first=f"  {letter}  ", rest="     "))
        wide = len(str(min(len(moves), _LISTED)))
        print(columns([f"{number:>{wide}}  {move}" for number, move in enumerate(moves[:_LISTED], start=1)]))
        if len(moves) > _LISTED:
            print(f"  and {len(moves) - _LISTED} more, by their codes")
        if penalised:
            print(wrapped(", ".join(map(str, penalised)), first="  with a penalty: ", rest="    "))

    def _suggestions(self, view: View[State]) -> dict[str, tuple[Move, ...]]:
        """Several moves at once, each sequence under a letter."""
        assert view.player is not None
        return dict(zip("abcdefgh", self._rules.suggested(view, view.player), strict=False))

    def _help(self, view: View[State], moves: Sequence[Move], penalised: Sequence[Move]) -> None:
        print(wrapped(f"Type the number of a move or its code, such as {moves[0]}. The cards alone will do."))
        if self._suggestions(view):
            print(wrapped("A letter makes all the moves beside it, one after the other."))
        if penalised:
            print(wrapped("A move with a penalty is taken only by its whole code."))
        print("t shows the table again, q stops the game.\n")
        verbs = {type(move).verb: type(move) for move in (*moves, *penalised)}
        wide = max(map(len, verbs))
        for verb, kind in verbs.items():
            print(wrapped(first_paragraph(kind), first=f"  {verb:<{wide}}  ", rest=" " * (wide + 4)))
        print()
        print(wrapped("A pile goes bottom to top. A dot is an empty place, - an empty slot, ? what you cannot see."))

    def _meaning(self, view: View[State], text: str, moves: Sequence[Move], penalised: Sequence[Move]) -> Move | str:
        """The move that a text means, or what to say instead."""
        how = f"type 1 to {len(moves)}, a code such as {moves[0]}, or ? for help"
        if not text:
            return how[0].upper() + how[1:] + "."
        words = text.lower().split()
        together = self._suggestions(view).get(text.lower())
        if together is not None:
            first, *self._coming = together
            return first
        meant = _meant(words, moves)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
        if 1 <= number <= len(moves):
            meant = tuple(dict.fromkeys((moves[number - 1], *meant)))
        if len(meant) == 1:
            return meant[0]
        if meant:
            return f"That can be {' or '.join(map(str, meant))}: type the whole code."
        costly = _meant(words, penalised)
        if costly:
            whole = [move for move in costly if str(move).lower().split() == words]
            return whole[0] if whole else f"{costly[0]} brings a penalty; type the whole code if you mean it."
        return self._refused(view, text, moves) or f"{quoted(text)} is no move here; {how}."

    def _refused(self, view: View[State], text: str, moves: Sequence[Move]) -> str | None:
        """Why the rules refuse what was typed, if it is a move at all; without a verb, one of those that are on."""
        assert view.player is not None
        verbs = dict.fromkeys([*[move.verb for move in moves], *[kind.verb for kind in self._rules.move_types]])
        for code in (text, *(f"{verb} {text}" for verb in verbs if not text.isdigit())):
            try:
                move = self._rules.parse(code)
            except NotationError:
                continue
            refusal = self._rules.refusal(view, move, view.player)
            if refusal is not None:
                return str(refusal)
        return None


def _meant(words: list[str], moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves with this code, with or without its verb; failing that, with its cards in any order."""
    codes = [(move, str(move).lower().split()) for move in moves]
    exact = tuple(move for move, code in codes if words in (code, code[1:]))
    if exact:
        return exact
    return tuple(move for move, code in codes if sorted(words) in (sorted(code), sorted(code[1:])))


def _typed() -> str:
    """A line of input without its ends; the end of the input stops the game."""
    if sys.stdin is None or sys.stdout is None:
        raise Stop(0)
    try:
        text = input("> ").strip()
    except EOFError:
        raise Stop(0) from None
    if not sys.stdin.isatty():
        print(text)
    return text
