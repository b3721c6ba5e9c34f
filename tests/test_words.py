"""Rules in words: every option changes them, every rule that a refusal can name is told, in every language."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests import word_pages
from tests.subjects import GAMES

from mau_mau import MauMau
from shedkit import game, game_names
from shedkit.cli import main
from shedkit.core import explaining
from shedkit.core.errors import ConfigurationError
from shedkit.core.explaining import Explanation, Section, Sentence, languages
from shedkit.front import presets
from shedkit.testing import variants

ROOT = Path(__file__).parent.parent
TOLD = [name for name in game_names() if languages(game(name)) != ("en",)]
PREFIX = {"shithead": "SH", "lucky-shutdown": "LS", "shanghai-rummy": "SR", "quiclo": "QU"}
each_game = pytest.mark.parametrize("name", TOLD)
each_language = pytest.mark.parametrize("language", ["de", "en"])


def tables(name: str) -> list[Any]:
    """Each option alone with each of its values, for the usual number of players, and all numbers of players."""
    kind = game(name)
    made = [rules for rules in variants(kind, data=GAMES[name].data) if rules.players == kind().players]
    return list(dict.fromkeys([*made, *variants(kind, only="players"), *[make() for make in presets(kind).values()]]))


def changed(rules: Any) -> list[str]:
    base = type(rules)()
    names = [option.name for option in rules.options() if getattr(rules, option.name) != getattr(base, option.name)]
    return names if names == ["deck"] else [name for name in names if name != "deck"]  # it follows from others


@each_game
@each_language
def test_every_value_of_every_option_changes_the_text(name: str, language: str) -> None:
    kind = game(name)
    default, seen = kind().explain(language), set()
    texts: dict[str, Any] = {str(default): kind()}
    for rules in tables(name):
        if len(changed(rules)) != 1 or rules.first_dealer == rules.players - 1:
            continue  # several options, or what the default means
        seen |= set(changed(rules))
        text = str(rules.explain(language))
        assert text not in texts, f"{rules} reads like {texts[text]}"
        texts[text] = rules
    assert seen >= {option.name for option in kind.options()}


@each_game
@each_language
def test_every_number_that_a_refusal_can_name_is_told_at_every_table(name: str, language: str) -> None:
    folder = ROOT / "src/shedkit/games" / name.replace("-", "_")
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("*.py")]
    numbers = {number for text in sources for number in re.findall(rf'"({PREFIX[name]}-A?\d+)"', text)}
    numbers |= {f"SK-{number:02}" for number in range(1, 14)}
    assert len(numbers) > 20
    for rules in tables(name):
        told = {
            rule for section in rules.explain(language).sections for said in section.sentences for rule in said.rules
        }
        assert numbers <= told, f"{rules}: {sorted(numbers - told)}"


@each_game
@each_language
def test_every_clause_of_the_game_is_told_at_some_table(name: str, language: str) -> None:
    page = (ROOT / "docs/games" / f"{name}.md").read_text(encoding="utf-8")
    clauses = set(re.findall(rf"\*\*({PREFIX[name]}-\d+)\*\*", page))
    rules = [*tables(name), *[type(made)(**at.options) for made in [game(name)()] for at in GAMES[name].built.values()]]
    told = {
        rule
        for made in rules
        for section in made.explain(language).sections
        for said in section.sentences
        for rule in said.rules
    }
    assert sorted(clauses - told) == []
    assert {rule for rule in told if rule not in page} == {f"SK-{number:02}" for number in range(1, 14)}


@each_game
def test_both_languages_tell_the_same_rules_under_the_same_conditions(name: str) -> None:
    for rules in tables(name):
        english, german = [
            [[said.rules for said in section.sentences] for section in rules.explain(language).sections]
            for language in ("en", "de")
        ]
        assert english == german, rules


@each_game
@each_language
def test_sentences_are_whole(name: str, language: str) -> None:
    for rules in tables(name):
        for section in rules.explain(language).sections:
            for said in section.sentences:
                assert said.text[0].isupper() or said.text[0].isdigit()
                assert said.text[-1] in ".!)", said
                assert not re.search(r"[{}|_]|  |\bNone\b(?! may)|Power\.", said.text), said
                assert said.rules


def test_a_refusal_leads_to_its_sentence() -> None:
    rules = game("shithead")(players=2)
    state = rules.position(hands=["4s 8c", "Tc"], discard="6h")
    refusal = rules.refusal(state, rules.parse("play 4s"), 0)
    (said,) = rules.explain("de").about(refusal.rule)
    assert said.text.startswith("Sonst legst du eine Karte, die mindestens so hoch ist")


def test_the_text_is_markdown() -> None:
    told = Explanation("War", "en", (Section("Play", (Sentence(("WA-01",), "Turn."), Sentence((), "Win."))),))
    assert str(told) == "# War\n\n## Play\n\n- Turn. (WA-01)\n- Win."
    assert told.about("WA-02") == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "language: shithead is not explained in 'fr'; choose from de, en"),
        ("EN", "language: shithead is not explained in 'EN'; did you mean en?"),
        ("../en", "language: shithead is not explained in '../en'; choose from de, en"),
        (None, "language: shithead is not explained in None; choose from de, en"),
    ],
)
def test_a_language_that_the_game_lacks_is_an_error_that_names_those_it_has(language: Any, text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        game("shithead")().explain(language)
    assert str(caught.value) == text


# --- games from elsewhere

GAME = """
import attrs
import shedkit.authoring as sk
from shedkit.games.quiclo import Quiclo

@attrs.frozen(kw_only=True, repr=False)
class Tiny(Quiclo):
    name = "tiny-game"
    table = sk.FrozenMap({3: "good", 5: "bad", 8: "good"})
    ranks = frozenset({7, 2, 5})
    names = ("x",)
"""


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game in a module of its own, and the folder where its words would be."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "tiny_of_words.py").write_text(GAME)

    def told(**texts: str) -> Any:
        for language, text in texts.items():
            (tmp_path / f"tiny_of_words.{language}.txt").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, "tiny_of_words", raising=False)
        import tiny_of_words  # type: ignore[import-not-found]

        explaining._beside.cache_clear()
        return tiny_of_words.Tiny

    yield told
    sys.modules.pop("tiny_of_words", None)


def test_a_single_module_has_its_words_beside_it(tiny: Any) -> None:
    kind = tiny(en="# Tiny\n\n## One\n\nTG-01: It is\nsmall.", de="## Eins\n\nTG-01: Es ist klein.")
    assert languages(kind) == ("de", "en")
    told = kind().explain()
    assert (told.title, told.sections[0].title) == ("Tiny", "One")
    assert told.about("TG-01") == (Sentence(("TG-01",), "It is small."),)
    assert kind().explain("de").title == "Tiny Game"


def test_a_language_that_no_other_game_has(tiny: Any) -> None:
    kind = tiny(sv="## Ett\n\nTG-01: {players} spelare, {ranks}.\n\nwords number: 3 tre")
    (section,) = kind().explain("sv").sections
    assert str(section.sentences[0]) == "Tre spelare, 2, 5 / 7. (TG-01)"


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("TG-01 if open_hands: Yes.", []),
        ("TG-01 if not open_hands: Yes.", ["Yes."]),
        ("TG-01 if misplay is penalty and players is 3: Yes.", ["Yes."]),
        ("TG-01 if misplay is not penalty: Yes.", []),
        ("TG-01 if play_drawn is no and first_dealer is none: Yes.", ["Yes."]),
        ("TG-01 if deck is default: Yes.", ["Yes."]),
        ("TG-01 if deck is not default: Yes.", []),
        ("TG-01 for table.good: {it} is good.", ["Three is good.", "Eight is good."]),
        ("TG-01 for table.good if it is 3: {it|plain} is good.", ["3 is good."]),
        (
            "TG-01: {ranks|rank} and {names} and {table.good} of {deck.count} cards.",
            ["Two, five and seven and x and three and eight of 144 cards."],
        ),
        ("TG-01: the {table|plain}.", ["The 3 and good, 5 and bad and 8 and good."]),
        ("TG-01: {name.islower|plain}", None),
        ("TG-01: {players|mine} of {nothing.count}", None),
        ("TG-01 It has no colon.", None),
    ],
)
def test_conditions_and_fields(tiny: Any, sentence: str, texts: list[str] | None) -> None:
    kind = tiny(en=f"## One\n\n{sentence}\n\nwords mine: 3 drei")
    if texts is None:
        if "islower" in sentence:
            assert "built-in method" in str(kind().explain())
            return
        with pytest.raises((TypeError, AttributeError)):
            kind().explain()
        return
    assert [said.text for said in kind().explain().about("TG-01")] == texts


def test_without_words_the_nearest_class_above_gives_its_own(tiny: Any) -> None:
    kind = tiny()
    assert languages(kind) == ("de", "en")
    assert kind(play_drawn=True).explain("de").sections == game("quiclo")(play_drawn=True).explain("de").sections


def test_without_any_words_the_declarations_tell_what_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = game("quiclo")
    monkeypatch.setattr(explaining, "_texts", lambda kind: {})
    explaining._written.cache_clear()
    assert languages(kind) == ("en",)
    told = kind(play_drawn=True).explain()
    explaining._written.cache_clear()
    assert [section.title for section in told.sections] == ["Options", "At every table"]
    assert str(told.about("QU-A08")[0]) == "Whether a card just drawn may be laid at once. play_drawn: yes. (QU-A08)"
    with pytest.raises(ConfigurationError, match=r"^language: quiclo is not explained in 'de'; choose from en$"):
        kind().explain("de")


def test_words_cost_nothing_until_they_are_asked_for() -> None:
    code = "import sys, shedkit; assert 'shedkit.core.explaining' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@each_language
def test_mau_mau_tells_its_rules_like_the_games_of_the_library(language: str) -> None:
    texts: dict[str, Any] = {}
    for rules in variants(MauMau):
        told = rules.explain(language)
        text = str(told)
        assert text not in texts, f"{rules} reads like {texts[text]}"
        texts[text] = rules
        assert all(told.about(f"MM-{number:02}") for number in range(1, 12))
        assert not re.search("[{}|_]", text)


# --- the command line and the pages


def test_the_command_line_tells_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "shithead", "--preset", "common", "--players", "4", "--language", "de"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.startswith("Shithead Worum es geht - Werde deine Karten los")
    for said in game("shithead").common(players=4).explain("de").sections[1].sentences:
        assert f"- {said}" in told


def test_the_command_line_names_the_languages_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "shithead", "--language", "fr"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "shedkit: language: shithead is not explained in 'fr'; choose from de, en\n")


def test_pages_are_what_the_library_tells() -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in word_pages.FOLDER.glob("*.md")}
    made = {name: word_pages.page(name, rules) for name, rules in word_pages.tables().items()}
    assert pages == made, "run python -m tests.word_pages"
