"""The arguments: what can be typed after ``shedkit``, and one line for everything that is wrong with it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from shedkit.cli.study_arguments import STUDIES, add_study_arguments
from shedkit.cli.typed import UsageError, quoted, whole
from shedkit.core.catalogue import game, game_names
from shedkit.core.moves import Move
from shedkit.core.options import or_one_of
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.version import __version__
from shedkit.front.presets import presets

__all__ = ["GameRules", "Stop", "UsageError", "configured", "find_game", "presets", "quoted", "read", "spelled"]

GameRules = Rules[State, Move]
_COMMANDS = ("games", "play", "rules", "show", "verify", "schema", "new", "study")


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
        raise UsageError(f"there is no command {quoted(command)}{or_one_of(command, _COMMANDS)}")
    if command == "study":
        command = f"study {_study(argv[argv.index(command) + 1 :])}".strip()
    args, left = parser.parse_known_args(argv)
    flags = [word.split("=")[0] for word in left if word.startswith("-")]
    if flags:
        flag = flags[0]
        known = re.findall("--[a-z-]+", "--help " + (parser if command is None else parts[command]).format_usage())
        raise UsageError(f"{command or 'shedkit'} has no option {quoted(flag)}{or_one_of(flag, known)}")
    if command is None:
        raise UsageError(f"a command is missing: {' or '.join(_COMMANDS)}")
    if command == "study":
        raise UsageError(f"study needs the name of what to do: {', '.join(STUDIES)}")
    if command in ("study compare", "study strength"):
        args.game, left = args.game + left, []  # argparse takes no list in two parts
    if command == "study ratings":
        args.contenders, left = args.contenders + left, []
    if left:
        what = {"show": "file", "verify": "file", "new": "name"}.get(str(command), "game")
        raise UsageError(f"{quoted(left[0])} is one argument too many; {command} takes one {what}")
    return args


def _study(words: Sequence[str]) -> str:
    """What is to be studied; nothing if that is missing, or help is asked for."""
    if not words or words[0].startswith("-"):
        return ""
    if words[0] not in STUDIES:
        raise UsageError(f"there is no study {quoted(words[0])}{or_one_of(words[0], STUDIES)}")
    return words[0]


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser, and those of the commands by their names."""
    parser = _Parser(prog="shedkit", description="Shedding games in the terminal.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"shedkit {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    parts: dict[str, _Parser] = {}

    def command(name: str, text: str, description: str = "", epilog: str | None = None) -> _Parser:
        about = description or f"{text.capitalize()}."
        parts[name] = commands.add_parser(name, help=text, description=about, epilog=epilog, allow_abbrev=False)
        return parts[name]

    command(
        "games",
        "list the installed games and their options",
        description="List the installed games, or one of them, with the options that play --set takes.",
    ).add_argument("game", nargs="?", metavar="GAME", help="only this one")
    play = command(
        "play",
        "play a game against simple opponents, or watch one",
        description="Play a game in the terminal against simple opponents, or watch them play.",
        epilog="The same seed, options and moves give the same game again.",
    )
    _add_play_arguments(play)
    _add_rules_arguments(command("rules", "tell the rules of a game in words, as its options make them"))
    matches = "the matches of a file of records, or of a journal"
    for name, text in (("show", f"print {matches}"), ("verify", f"play {matches}, again")):
        command(name, text).add_argument("file", nargs="?", metavar="FILE", help="records, one to a line, or a journal")
    _add_show_arguments(parts["show"])
    command("schema", "print the JSON Schema of a game").add_argument(
        "game", nargs="?", metavar="GAME", help="its name, as shedkit games lists it"
    )
    command("new", "write a package with a game of your own to start from").add_argument(
        "name", nargs="?", metavar="NAME", help="what it is called, such as my-game"
    )
    study = command(
        "study",
        "compare games, try house rules, measure players",
        description="Play many games and say what they tell.",
    )
    parts |= _study_parsers(study)
    return parser, parts


def _study_parsers(study: _Parser) -> dict[str, _Parser]:
    studies = study.add_subparsers(dest="study", metavar="STUDY", title="studies")
    parts: dict[str, _Parser] = {}
    for name, text in STUDIES.items():
        parts[f"study {name}"] = part = studies.add_parser(
            name,
            help=text,
            description=text.capitalize() + ".",
            epilog="GAME is its name, and after a colon its house rules: GAME:PRESET,OPTION=VALUE.",
            allow_abbrev=False,
        )
        add_study_arguments(part, name)
    return parts


def _add_show_arguments(show: _Parser) -> None:
    show.add_argument("--html", metavar="PAGE", help="write one match to this file instead, to look at in a browser")
    show.add_argument(
        "--player", metavar="N", help="with --html: only what this seat saw, or an onlooker (default everything)"
    )
    show.add_argument("--record", type=whole, default=1, metavar="N", help="with --html: which record (default 1)")
    show.add_argument("--force", action="store_true", help="with --html: write over a file that is there")


def _add_rules_arguments(rules: _Parser) -> None:
    _add_game_arguments(rules)
    rules.add_argument("--language", default="en", metavar="CODE", help="such as de for German (default en)")


def _add_game_arguments(part: _Parser) -> None:
    part.add_argument("game", nargs="?", metavar="GAME", help="its name, as shedkit games lists it")
    part.add_argument("--players", type=whole, metavar="N", help="how many play")
    part.add_argument("--preset", metavar="NAME", help="a set of house rules, as shedkit games GAME lists them")
    part.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="OPTION=VALUE",
        help="one option, as shedkit games GAME lists them; may be repeated",
    )


def _add_play_arguments(play: _Parser) -> None:
    _add_game_arguments(play)
    play.add_argument(
        "--seat",
        type=whole,
        action="append",
        metavar="N",
        help="where you sit, counted from 0 (default 0); repeated for several people at one screen",
    )
    play.add_argument("--text", action="store_true", help="lines of text, also where a table in colour could be shown")
    play.add_argument("--seed", type=whole, metavar="N", help="a whole number that decides all chance")
    play.add_argument("--watch", action="store_true", help="let simple opponents play all seats")
    play.add_argument("--open", action="store_true", help="with --watch: show all hidden cards")
    play.add_argument(
        "--max-moves", type=whole, default=2000, metavar="N", help="stop after so many moves (default 2000)"
    )
    play.add_argument(
        "--journal", metavar="FILE", help="write each move to this file, and take up the match that is in it"
    )


# --- games and their options


def find_game(name: str | None, command: str) -> type[GameRules]:
    """The rules class of a game.

    Raises:
        UsageError: if there is no game of that name; `UnknownGame` if it cannot be loaded.

    """
    if name is None:
        raise UsageError(f"{command} needs the name of a game: {', '.join(game_names())}")
    if name not in game_names():
        raise UsageError(f"there is no game {quoted(name)}{or_one_of(name, game_names())}")
    return game(name)


def spelled(text: str, players: int | None, command: str) -> GameRules:
    """The rules of a game from its name and, after a colon, its house rules: ``shithead:common,quad_burns=no``.

    Raises:
        UsageError: as `find_game` and `configured`.

    """
    name, colon, more = text.partition(":")
    words = more.split(",") if colon else []
    named = [word for word in words if "=" not in word]
    if len(named) > 1:
        raise UsageError(f"{quoted(text)}: after the colon comes one preset at most, then options, with commas between")
    given = argparse.Namespace(
        players=players, preset=named[0] if named else None, settings=[word for word in words if "=" in word]
    )
    return configured(find_game(name, command), given)


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
            raise UsageError(f"{rules.name} has no option {quoted(word)}{or_one_of(name, options)}")
        if name in given:
            raise UsageError(f"{name} is given twice")
        given[name] = value
    if args.preset is None:
        return rules.read_options(given)
    known = presets(rules)
    if args.preset not in known:
        text = or_one_of(args.preset, known) if known else "; it has none"
        raise UsageError(f"{rules.name} has no preset {quoted(args.preset)}{text}")
    players = {"players": given.pop("players")} if "players" in given else {}
    made = known[args.preset](**players)
    if not isinstance(made, rules):
        raise UsageError(f"{args.preset} is no preset: it makes no {rules.__name__}")
    return rules.read_options(given, base=made) if given else made
