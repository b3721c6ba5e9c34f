"""The pages of the rules in words, one for each game and preset, made by the library.

    python -m tests.word_pages

writes ``docs/in-words`` anew; a test holds the pages to the library.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shedkit import game, game_names
from shedkit.core.explaining import Sentence, languages
from shedkit.front import presets

FOLDER = Path(__file__).parent.parent / "docs" / "in-words"
LANGUAGES = {"en": "In English", "de": "Auf Deutsch"}


def tables() -> dict[str, Any]:
    """The rules of each page by its name; a preset that is the default has none of its own."""
    found: dict[str, Any] = {}
    for name in [name for name in game_names() if set(languages(game(name))) >= set(LANGUAGES)]:
        found[name] = game(name)()
        for preset, make in presets(game(name)).items():
            if make() != found[name]:
                found[f"{name}-{preset.replace('_', '-')}"] = make()
    return found


def linked(said: Sentence, name: str) -> str:
    """A sentence, its numbers linked to where the rule stands."""
    pages = {True: "../protocol.md", False: f"../games/{name}.md"}
    links = [f"[{rule}]({pages[rule.startswith('SK')]}#{rule.lower()})" for rule in said.rules]
    return f"{said.text.replace('*', chr(92) + '*')} ({', '.join(links)})" if links else said.text


def page(name: str, rules: Any) -> str:
    """A page."""
    preset = name.removeprefix(rules.name).lstrip("-").replace("-", "_")
    made = f"{type(rules).__name__}.{preset}()" if preset else f"{type(rules).__name__}()"
    code = "print(rules.explain({}))"
    lines = [
        f"# {rules.explain().title} in words" + (f": {preset.replace('_', ' ')}" if preset else ""),
        "",
        f"The rules of `{made}`, as the library tells them: this is `{code.format('')}`, and in German",
        f"`{code.format(chr(34) + 'de' + chr(34))}`. Other options make other sentences. The page is made by",
        "`python -m tests.word_pages`.",
    ]
    for language, title in LANGUAGES.items():
        lines += ["", f"## {title}"]
        for section in rules.explain(language).sections:
            lines += ["", f"### {section.title}", "", *[f"- {linked(said, rules.name)}" for said in section.sentences]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, rules in tables().items():
        (FOLDER / f"{name}.md").write_text(page(name, rules), encoding="utf-8")
