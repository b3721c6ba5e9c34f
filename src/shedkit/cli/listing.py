"""``shedkit games``: the installed games, their options and presets."""

from __future__ import annotations

import argparse
import inspect

from shedkit.cli.arguments import GameRules, configured, find_game, presets
from shedkit.cli.terminal import bold, dim, wrapped
from shedkit.core.catalogue import game_names
from shedkit.core.errors import UnknownGame
from shedkit.core.options import Option

__all__ = ["first_paragraph", "list_games", "tell_rules"]


def list_games(name: str | None) -> None:
    """Print one game, or all that are installed.

    Raises:
        UsageError: if there is no game of that name.

    """
    if name is not None:
        print(_described(find_game(name, "games")))
        return
    print("\n\n".join(map(_described_or_not, game_names())) or "no game is installed")


def tell_rules(args: argparse.Namespace) -> None:
    """Print the rules of a table in words.

    Raises:
        UsageError: as `find_game` and `configured`; `ConfigurationError` for a language that the game lacks.

    """
    told = configured(find_game(args.game, "rules"), args).explain(args.language)
    print(bold(told.title))
    for section in told.sections:
        print(f"\n{bold(section.title)}\n")
        for said in section.sentences:
            print(wrapped(str(said), first="- ", rest="  "))


def first_paragraph(thing: object) -> str:
    """What the first paragraph of a docstring says, as plain text."""
    text = (inspect.getdoc(thing) or "").split("\n\n")[0]
    return " ".join(text.replace("`", "").split())


def _described_or_not(name: str) -> str:
    try:
        return _described(find_game(name, "games"))
    except UnknownGame as error:  # one broken package must not hide the others
        return wrapped(str(error), rest="  ")


def _described(rules: type[GameRules]) -> str:
    options = rules.options()
    players = next(option.values for option in options if option.name == "players")
    rows = [("option", "default", "values", "rule"), *map(_row, options)]
    docs = ["", *(option.doc for option in options)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [bold(rules.name) + f"  {players} players", wrapped(first_paragraph(rules), first="  ", rest="  "), ""]
    for row, doc in zip(rows, docs, strict=True):
        lines.append("  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip())
        if doc:
            lines.append(dim(wrapped(doc, first="      ", rest="      ")))
    named = presets(rules)
    if named:
        wide = max(map(len, named))
        lines += ["", "  presets, for play --preset NAME"]
        for name, method in named.items():
            left = f"    {name:<{wide}}  "
            lines.append(wrapped(first_paragraph(method), first=left, rest=" " * len(left)))
    return "\n".join(lines)


def _row(option: Option) -> tuple[str, str, str, str]:
    default = option.default
    if isinstance(default, bool):
        shown = "yes" if default else "no"
    else:
        shown = str(default) if option.plain and default is not None else "-"
    return option.name, shown, option.values if option.plain else "JSON", option.rule
