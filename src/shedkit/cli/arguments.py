"""The arguments: what can be typed after ``shedkit``, and one line for everything that is wrong with it."""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from importlib.metadata import version
from typing import NoReturn

from shedkit.core.catalogue import game, game_names
from shedkit.core.errors import ShedkitError
from shedkit.core.moves import Move
from shedkit.core.options import Option
from shedkit.core.rules import Rules
from shedkit.core.states import State

__all__ = ["GameRules", "Stop", "UsageError", "configured", "find_game", "presets", "quoted", "read"]

GameRules = Rules[State, Move]
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_COMMANDS = ("games", "play", "show", "verify", "schema")


class UsageError(ShedkitError):
    """An argument that is wrong; the text says what would be right."""


class Stop(Exception):
    """Leave now, with this status; everything has been said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument "))

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Stop(status)


def read(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments by name.

    Raises:
        UsageError: if one is unknown or cannot be read.
        Stop: after the help or the version has been printed.

    """
    parser, parts = _parsers()
    command = next((word for word in argv if not word.startswith("-")), None)
    if not argv:
        parser.print_help(sys.stderr)
        raise Stop(2)
    if command is not None and command not in _COMMANDS:
        raise UsageError(f"there is no command {quoted(command)}{_or_one_of(command, _COMMANDS)}")
    args, left = parser.parse_known_args(argv)
    if left and left[0].startswith("-"):
        flag = left[0].split("=")[0]
        known = re.findall("--[a-z-]+", "--help " + (parser if command is None else parts[command]).format_usage())
        raise UsageError(f"{command or 'shedkit'} has no option {quoted(flag)}{_or_one_of(flag, known)}")
    if command is None:
        raise UsageError(f"a command is missing: {' or '.join(_COMMANDS)}")
    if left:
        one = "file" if command in ("show", "verify") else "game"
        raise UsageError(f"{quoted(left[0])} is one argument too many; {command} takes one {one}")
    return args


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(prog="shedkit", description="Shedding games in the terminal.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"shedkit {version('shedkit')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    listing = commands.add_parser(
        "games",
        help="list the installed games and their options",
        description="List the installed games, or one of them, with the options that play --set takes.",
        allow_abbrev=False,
    )
    listing.add_argument("game", nargs="?", metavar="GAME", help="only this one")

    play = commands.add_parser(
        "play",
        help="play a game against simple opponents, or watch one",
        description="Play a game in the terminal against simple opponents, or watch them play.",
        epilog="The same seed, options and moves give the same game again.",
        allow_abbrev=False,
    )
    play.add_argument("game", nargs="?", metavar="GAME", help="its name, as shedkit games lists it")
    play.add_argument("--players", type=_whole, metavar="N", help="how many play")
    play.add_argument("--seat", type=_whole, metavar="N", help="where you sit, counted from 0 (default 0)")
    play.add_argument("--seed", type=_whole, metavar="N", help="a whole number that decides all chance")
    play.add_argument("--preset", metavar="NAME", help="a set of house rules, as shedkit games GAME lists them")
    play.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="OPTION=VALUE",
        help="one option, as shedkit games GAME lists them; may be repeated",
    )
    play.add_argument("--watch", action="store_true", help="let simple opponents play all seats")
    play.add_argument("--open", action="store_true", help="with --watch: show all hidden cards")
    play.add_argument(
        "--max-moves", type=_whole, default=2000, metavar="N", help="stop after so many moves (default 2000)"
    )
    play.add_argument(
        "--journal", metavar="FILE", help="write each move to this file, and take up the match that is in it"
    )
    parts = {"games": listing, "play": play}
    for name, text, what, said in (
        (
            "show",
            "print the matches of a file of records, or of a journal",
            "FILE",
            "records, one to a line, or a journal",
        ),
        (
            "verify",
            "play the matches of a file of records, or of a journal, again",
            "FILE",
            "records, one to a line, or a journal",
        ),
        ("schema", "print the JSON Schema of a game", "GAME", "its name, as shedkit games lists it"),
    ):
        parts[name] = commands.add_parser(name, help=text, description=text.capitalize() + ".", allow_abbrev=False)
        parts[name].add_argument(what.lower(), nargs="?", metavar=what, help=said)
    return parser, parts


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"it must be a whole number, not {quoted(text)}")
    if len(text) > 50:
        raise argparse.ArgumentTypeError(f"a number of {len(text)} digits is too large")
    return int(text)


# --- games and their options


def find_game(name: str | None, command: str) -> type[GameRules]:
    """The rules class of a game.

    Raises:
        UsageError: if there is no game of that name; `UnknownGame` if it cannot be loaded.

    """
    if name is None:
        raise UsageError(f"{command} needs the name of a game: {', '.join(game_names()) or 'but none is installed'}")
    if name not in game_names():
        raise UsageError(f"there is no game {quoted(name)}{_or_one_of(name, game_names())}")
    return game(name)


def presets(rules: type[GameRules]) -> dict[str, Callable[..., GameRules]]:
    """The named house rules of a game: its public class methods that make rules for a number of players."""
    found: dict[str, Callable[..., GameRules]] = {}
    for name in dir(rules):
        if name.startswith("_") or hasattr(Rules, name):
            continue
        if isinstance(inspect.getattr_static(rules, name), classmethod):
            method = getattr(rules, name)
            given = inspect.signature(method).parameters
            if "players" in given and all(one.default is not one.empty for one in given.values()):
                found[name] = method
    return found


def configured(rules: type[GameRules], args: argparse.Namespace) -> GameRules:
    """The rules that the arguments ask for.

    Raises:
        UsageError: for a preset, an option or a value that cannot be read; `ConfigurationError` for one that
            the game refuses.

    """
    options = {option.name: option for option in rules.options()}
    given: dict[str, object] = {} if args.players is None else {"players": args.players}
    for setting in args.settings:
        word, equals, value = setting.partition("=")
        name = word.replace("-", "_")
        if not equals:
            example = next((f"{option.name}={option.values.split()[0]}" for option in options.values()), "")
            raise UsageError(f"--set takes OPTION=VALUE, such as {example}, not {quoted(setting)}")
        if name not in options:
            raise UsageError(f"{rules.name} has no option {quoted(word)}{_or_one_of(name, options)}")
        if name in given:
            raise UsageError(f"{name} is given twice")
        given[name] = _value(options[name], value, rules)
    if args.preset is None:
        return rules(**given)
    known = presets(rules)
    if args.preset not in known:
        text = _or_one_of(args.preset, known) if known else "; it has none"
        raise UsageError(f"{rules.name} has no preset {quoted(args.preset)}{text}")
    players = {"players": given.pop("players")} if "players" in given else {}
    made = known[args.preset](**players)
    if not isinstance(made, rules):
        raise UsageError(f"{args.preset} is no preset: it makes no {rules.__name__}")
    return made.evolve(**given) if given else made


def _value(option: Option, text: str, rules: type[GameRules]) -> object:
    if not option.plain:
        raise UsageError(f"{option.name} holds data and can be set only in Python: {rules.__name__}({option.name}=...)")
    if option.choices:
        if text not in option.choices:
            raise UsageError(f"{option.name} cannot be {quoted(text)}{_or_one_of(text, option.choices)}")
        return text
    if isinstance(option.default, bool):
        if text.lower() not in _WORDS:
            raise UsageError(f"{option.name}: it must be yes or no, not {quoted(text)}")
        return _WORDS[text.lower()]
    try:
        return _whole(text)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{option.name}: {error}") from None


def quoted(text: str) -> str:
    """What somebody typed, safe to print and not too long."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def _or_one_of(word: str, known: Iterable[str]) -> str:
    """What would have been right: the nearest, or all there are."""
    names = list(known)
    near = get_close_matches(word.lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else f"; choose from {', '.join(names)}"
