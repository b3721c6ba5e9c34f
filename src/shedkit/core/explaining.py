"""Rules in words: the rules of one table, as a person would tell them.

A game tells its rules in files beside its code, one for each language: ``words.en.txt`` in its package or, where the
game is a single module, ``my_game.en.txt`` beside ``my_game.py``. Such a file is made of blocks with blank lines
between them:

    # My game

    ## The turn

    MG-01 MG-02: Lay one card; it must be at least as high as the last one.

    MG-03 if multi_card and not open_hands: You may lay up to {most} cards at once.

    MG-04 for powers.reset: On {it|a_rank} anything may be laid.

    words a_rank: 11 a jack, 12 a queen

The numbers before the colon are those that refusals name. A sentence stands if all its conditions hold: ``name``, ``not
name``, ``name is value`` or ``name is not value``, where ``default`` as a value is what the option is if it is not
given. With ``for`` it stands once for each entry, which is called ``it``.

Names are those of the game, options first of all; ``name.count`` is how many entries it has, and ``name.word`` names
the keys of a mapping that have this value. After a stroke stands the table in which a value is looked up, without one
``number``. Blocks of ``words`` add to such tables.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Set
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from shedkit.core.cards import Card, codes
from shedkit.core.errors import ConfigurationError
from shedkit.core.options import default_of, or_one_of
from shedkit.core.values import seal, short

if TYPE_CHECKING:
    from importlib.abc import Traversable  # it has moved since

__all__ = ["Explanation", "Section", "Sentence", "explained", "languages"]

_HEAD: Final = re.compile(r"((?:[A-Z]{2}-A?\d+ ?)*)(?:for ([\w.]+) ?)?(?:if ([^:]+?))?: (.+)", re.DOTALL)
_FIELD: Final = re.compile(r"\{([\w.]+)(?:\|(\w+))?\}")
_CORE: Final = __name__.rpartition(".")[0]
Texts: TypeAlias = "dict[str, Traversable]"
Words: TypeAlias = dict[str, dict[str, str]]


@seal
@attrs.frozen
class Sentence:
    """What is said of one thing.

    Attributes:
        rules: the numbers of the rules it tells.
        text: one sentence or a few.

    """

    rules: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})" if self.rules else self.text


@seal
@attrs.frozen
class Section:
    """Sentences about one subject.

    Attributes:
        title: what they are about.
        sentences: in the order in which they are told.

    """

    title: str
    sentences: tuple[Sentence, ...]


@seal
@attrs.frozen
class Explanation:
    """The rules of a table in words; ``str`` gives all of it, as Markdown that reads well as it stands.

    Attributes:
        title: the name of the game.
        language: the code of the language.
        sections: what is told, in order.

    """

    title: str
    language: str
    sections: tuple[Section, ...]

    def about(self, rule: str) -> tuple[Sentence, ...]:
        """The sentences that tell a rule, such as the one that a refusal names.

        >>> from shedkit import Shithead
        >>> print(*Shithead().explain().about("SH-A12"))
        An empty pile cannot be taken: then you have to lay a card. (SH-A12)
        """
        return tuple([said for section in self.sections for said in section.sentences if rule in said.rules])

    def __str__(self) -> str:
        lines = [f"# {self.title}"]
        for section in self.sections:
            lines += ["", f"## {section.title}", "", *[f"- {said}" for said in section.sentences]]
        return "\n".join(lines)


def languages(kind: type) -> tuple[str, ...]:
    """The codes of the languages in which a game can be explained."""
    return tuple(sorted(_texts(kind))) or ("en",)


def explained(rules: Any, language: str) -> Explanation:
    """The rules of a table in words; see `Rules.explain`."""
    kind: Any = type(rules)
    known = languages(kind)
    if not isinstance(language, str) or language not in known:
        hint = or_one_of(language, known) if isinstance(language, str) else f"; choose from {', '.join(known)}"
        raise ConfigurationError("language", f"{rules.name} is not explained in {short(language)}{hint}")
    blocks, words = _written(kind, language)
    sections: list[Section] = [] if _texts(kind) else [_declared(rules, words)]
    title = rules.name.replace("-", " ").title()
    for block in blocks:
        if block.startswith("## "):
            sections.append(Section(block[3:], ()))
        elif block.startswith("# "):
            title = block[2:]
        else:
            said = sections[-1].sentences + tuple(_said(rules, block, words))
            sections[-1] = attrs.evolve(sections[-1], sentences=said)
    return Explanation(title, language, tuple([section for section in sections if section.sentences]))


# --- files


def _texts(kind: type) -> Texts:
    """The texts of the game by language, as its class or the next one above has them."""
    return next(filter(None, map(_beside, dict.fromkeys([cls.__module__ for cls in kind.__mro__]))), {})


@lru_cache(maxsize=256)
def _beside(module: str) -> Texts:
    """The texts in the package of a module or, if it is in none, beside it."""
    loaded = sys.modules.get(module)
    package, file = getattr(loaded, "__package__", None), getattr(loaded, "__file__", None)
    if package == _CORE or not (package or file):
        return {}
    folder, stem = (files(package), "words") if package else (Path(str(file)).parent, module)
    named = re.compile(rf"{re.escape(stem)}\.(\w+)\.txt")
    found = {entry.name: entry for entry in folder.iterdir()} if folder.is_dir() else {}
    return {match[1]: found[name] for name in found if (match := named.fullmatch(name))}


@lru_cache(maxsize=256)
def _written(kind: type, language: str) -> tuple[list[str], Words]:
    """What a game and all games say: the blocks, each on one line, and the tables of words."""
    common, own = files(_CORE).joinpath(f"words.{language}.txt"), _texts(kind).get(language)
    read = [text.read_text(encoding="utf-8") for text in (own, common) if text is not None and text.is_file()]
    found = [" ".join(block.split()) for text in read for block in re.split(r"\n\s*\n", text)]
    tables: Words = {}
    for block in reversed(found):  # the words of the game itself count last
        if block.startswith("words "):
            name, _, entries = block[6:].partition(": ")
            for entry in entries.split(", "):
                key, _, word = entry.partition(" ")
                tables.setdefault(name, {})[key] = word
    return [block for block in found if block and not block.startswith("words ")], tables


# --- sentences


def _declared(rules: Any, words: Words) -> Section:
    """What the declarations of a game tell that has no sentences: its options and what they are."""
    said = [
        Sentence((option.rule,) if option.rule else (), f"{option.doc} {option.name}: {written}.")
        for option in rules.options()
        for written in [_text(getattr(rules, option.name), "", words)]
    ]
    return Section("Options", tuple(said))


def _said(rules: Any, block: str, words: Words) -> Iterator[Sentence]:
    """The sentences of a block that hold for these rules."""
    match = _HEAD.fullmatch(block)
    if match is None:
        raise TypeError(f"{rules.name}: no sentence with numbers, conditions and a colon before it: {block!r}")
    numbers, each, conditions, text = match.groups()
    for it in _named(rules, each, None) if each else [None]:
        if all(_holds(rules, condition, it) for condition in (conditions or "").split(" and ") if condition):
            filled = _FIELD.sub(
                lambda field, it=it: _text(_named(rules, field[1], it), field[2] or "number", words), text
            )
            yield Sentence(tuple(numbers.split()), filled[0].upper() + filled[1:])


def _holds(rules: Any, condition: str, it: object) -> bool:
    """Whether a condition of a sentence holds."""
    name, stated, value = condition.partition(" is ")
    if not stated:
        return bool(_named(rules, name.removeprefix("not "), it)) is not name.startswith("not ")
    wanted = value.removeprefix("not ")
    actual = _named(rules, name, it)
    same = actual == default_of(rules, name) if wanted == "default" else _plain(actual) == wanted
    return same is (wanted == value)


def _named(rules: Any, path: str, it: Any) -> Any:
    """What a name stands for; a mapping has keys by their value, and all that has entries their number."""
    name, _, word = path.partition(".")
    value: Any = it if name == "it" else getattr(rules, name)
    if not word:
        return value
    if word == "count":
        return len(value)
    if isinstance(value, Mapping):
        return tuple([key for key, entry in value.items() if _plain(entry) == word])
    return getattr(value, word)


def _plain(value: object) -> str:
    """A value as it is written in conditions and tables."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return str(value.value if isinstance(value, Enum) else value)


def _text(value: Any, table: str, words: Words) -> str:
    """A value as it reads within a sentence: cards by their codes, a few things with commas and "and"."""
    if not isinstance(value, tuple | Set | Mapping):
        plain = _plain(value)
        return words.get(table, {}).get(plain, plain)
    if value and all(isinstance(entry, Card) for entry in value):
        return codes(value)
    entries = value.items() if isinstance(value, Mapping) else sorted(value) if isinstance(value, Set) else value
    texts = [_text(entry, table, words) for entry in entries]
    return f" {words.get('list', {}).get('and', '/')} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))
