"""The documentation says what the code does: options, moves, zones, rules, reasons, links and pictures."""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

import pytest

from shedkit import __version__
from shedkit.core import errors, events
from shedkit.core.game import Game
from shedkit.core.moves import Move
from shedkit.core.options import Option
from shedkit.core.refusals import Reason
from shedkit.core.rules import Rules
from shedkit.core.states import State
from shedkit.core.values import fields_of
from shedkit.games.lucky_shutdown import LuckyCard, LuckyShutdown
from shedkit.games.quiclo import Quiclo
from shedkit.games.shanghai_rummy import ShanghaiRummy
from shedkit.games.shithead import Power, Shithead
from test_walls import MAY_IMPORT

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
GAMES: list[tuple[str, type[Rules[State, Move]]]] = [
    ("shithead", Shithead),
    ("lucky-shutdown", LuckyShutdown),
    ("quiclo", Quiclo),
    ("shanghai-rummy", ShanghaiRummy),
]
PREFIXES = {
    "SH": "games/shithead.md",
    "LS": "games/lucky-shutdown.md",
    "QU": "games/quiclo.md",
    "SR": "games/shanghai-rummy.md",
    "SK": "protocol.md",
}
NUMBER = re.compile(r"\b(SH|LS|QU|SR|SK)-(A?)(\d+)\b")
each_game = pytest.mark.parametrize(("name", "kind"), GAMES, ids=[name for name, _ in GAMES])


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(text: str, first: str) -> list[list[str]]:
    """The rows of the one table whose first heading is this word."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("|") and cells(line)[0] == first]
    assert len(heads) == 1, f"{len(heads)} tables begin with {first}"
    width = len(cells(lines[heads[0]]))
    rows = []
    for line in lines[heads[0] + 2 :]:
        if not line.startswith("|"):
            break
        row = cells(line)
        assert len(row) == width, line
        rows.append(row)
    return rows


def code(text: str) -> str:
    assert text.startswith("`") and text.endswith("`"), text
    return text[1:-1]


def anchored(text: str) -> list[str]:
    """The numbers that a page explains: bold, with an anchor of their own."""
    entries = re.findall(r"^- \*\*([A-Z]{2}-A?\d+)\*\*\{: #([a-z0-9-]+) \} \S", text, re.MULTILINE)
    assert all(number.lower() == anchor for number, anchor in entries)
    return [number for number, _ in entries]


# --- games


def shown_default(kind: type[Rules[State, Move]], option: Option) -> str:
    if option.name == "deck":
        return f"{len(kind(players=2).deck)} cards"
    if option.name == "contracts":
        return f"{len(option.default)} contracts"
    if option.name == "points":
        return f"{len(option.default)} ranks"
    if option.name == "powers":
        powers: dict[int, Power] = dict(option.default)  # type: ignore[call-overload]
        return "`{" + ", ".join(f"{rank}: {power.name}" for rank, power in powers.items()) + "}`"
    return f"`{option.default}`"


@each_game
def test_options(name, kind):
    expected = [
        [f"`{option.name}`", shown_default(kind, option), option.values.replace(" | ", ", "), option.rule]
        for option in kind.options()
    ]
    rows = table(page(f"games/{name}.md"), "Option")
    assert [[row[0], row[1], row[2], row[4]] for row in rows] == expected
    assert all(row[3] for row in rows)


@each_game
def test_moves(name, kind):
    rules = kind()
    rows = table(page(f"games/{name}.md"), "Move")
    assert len(rows) == len(rules.move_types)
    for (signature, example, when, what), move_type in zip(rows, rules.move_types, strict=True):
        named, fields = re.fullmatch(r"(\w+)\((.*)\)", code(signature)).groups()
        assert named == move_type.__name__
        named_fields = [field.split("=")[0] for field in fields.split(", ") if field]
        assert named_fields == [field.name for field in fields_of(move_type)]
        assert code(example).split()[0] == move_type.verb
        assert str(rules.parse(code(example))) == code(example)
        assert type(rules.parse(code(example))) is move_type
        assert when
        assert what


@each_game
def test_zones_and_facts(name, kind):
    words = {"everyone": "everyone", "owner": "its owner", "nobody": "nobody"}
    for first, is_zone in (("Zone", True), ("Fact", False)):
        rows = table(page(f"games/{name}.md"), first)
        declared = [field for field in kind.state_type.layout.fields if field.is_zone is is_zone]
        assert [row[:2] for row in rows] == [[f"`{field.name}`", words[field.visible_to.value]] for field in declared]


@each_game
def test_powers_and_presets(name, kind):
    text = page(f"games/{name}.md")
    if kind is not Shithead:
        return
    assert [code(row[0]) for row in table(text, "Power")] == [f"Power.{power.name}" for power in Power]
    for preset in ("literal", "common", "plain"):
        assert callable(getattr(kind, preset))
        assert f"`Shithead.{preset}()`" in text


@pytest.mark.parametrize(
    ("name", "prefix", "clauses", "rulings"),
    [
        ("shithead", "SH", 45, 30),
        ("lucky-shutdown", "LS", 127, 66),
        ("quiclo", "QU", 30, 19),
        ("shanghai-rummy", "SR", 49, 51),
    ],
)
def test_clauses_and_rulings(name, prefix, clauses, rulings):
    numbers = anchored(page(f"games/{name}.md"))
    expected = {f"{prefix}-{i:03}" for i in range(1, clauses + 1)}
    expected |= {f"{prefix}-A{i:02}" for i in range(1, rulings + 1)}
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == expected


@each_game
def test_one_template(name, kind):
    headings = re.findall(r"^## (.*)$", page(f"games/{name}.md"), re.MULTILINE)
    starts = (
        "Facts", "The rules", "Special cards", "Moves", "Zones and facts", "Options", "Rulings", "A sample game",
        "Where the German misleads", "What m",
    )  # fmt: skip
    assert len(headings) == len(starts)
    assert all(heading.startswith(start) for heading, start in zip(headings, starts, strict=True))


def test_cards_of_lucky_shutdown():
    """The table of its cards names the special cards of the deck, and no other."""
    rows = table(page("games/lucky-shutdown.md"), "Card")
    shown = [name for row in rows for name in re.findall(r"`(\w+)`", row[2])]
    special = {card.code for card in LuckyShutdown().deck if card.kind != "number" or card.value in (15, 17, 19)}
    assert len(shown) == len(set(shown))
    assert set(shown) == special
    glossary = page("glossary.md")
    for row in rows[3:]:
        assert f"| {row[1]} | {row[0]} | {row[2]} |" in glossary


def test_top_cards_of_lucky_shutdown():
    """The table of top cards says what may follow; skips apart, the rules agree."""
    rules = LuckyShutdown()
    numbers = [card for card in rules.deck if card.kind == "number"]
    magic = [card for card in rules.deck if card.kind != "number"]
    follows = {
        "a plain number": ("16b", lambda card: card.value >= 16, True),
        "a 15": ("15o", lambda card: "orange" in card.colours, None),
        "a 17": ("17o", lambda card: card.value >= 17, False),
        "a 19 with none to serve": ("19o", lambda card: card.value >= 19, True),
        "Free": ("Fb", lambda card: True, True),
        "Undercut": ("U16b", lambda card: card.value < 16, True),
    }
    named = {row[0]: row for row in table(page("games/lucky-shutdown.md"), "On top counts")}
    assert set(named) == {*follows, "nothing", "a 19 with skips to serve"}
    for top, (code, fits, may_be_magic) in follows.items():
        on_top = LuckyCard(code)
        assert [rules.beats(card, on_top) for card in numbers] == [fits(card) for card in numbers]
        expected = [fits(card) if may_be_magic is None else may_be_magic for card in magic]
        assert [rules.beats(card, on_top) for card in magic] == expected
        assert (named[top][2] == "all") == (may_be_magic is True)
        assert (named[top][2] == "none") == (may_be_magic is False)


def test_the_default_is_announced():
    text = page("games/shithead.md")
    assert text.index('!!! danger "The default is not what most tables play"') < text.index("## Facts")


@each_game
def test_pictures(name, kind):
    path = DOCS / "images" / f"{name}-table.svg"
    table_of = runpy.run_path(str(DOCS / "images" / "draw.py"))["table_of"]
    assert path.read_text(encoding="utf-8") == table_of(DOCS / "games" / f"{name}.md").svg, "run docs/images/draw.py"
    picture = ElementTree.parse(path).getroot()
    inside = "{http://www.w3.org/2000/svg}"
    title = picture.find(f"{inside}title")
    assert title is not None
    assert picture.get("aria-label") == title.text
    said = {group.get("aria-label", "").split(",")[0] for group in picture.iter(f"{inside}g")}
    drawn = {card.code for card in kind.card_type.all() if card.face.name in said}
    # the first block of the page builds the table of the picture
    block = re.search(r"rules\.position\((.*?)\n\)", page(f"games/{name}.md"), re.DOTALL)[1]
    hands = re.search(r'hands=\["([^"]*)"', block)[1]
    melds = re.findall(r'\(\d+, "([^"]*)"\)', block)
    others = (
        [re.sub(r"=\w+", "", meld) for meld in melds]
        if melds
        else []
        if kind is Quiclo
        else re.findall(r"face_up=\[(.*?)\]", block)[0].split('"')[1::2]
    )
    piles = [re.search(rf'{zone}="([^"]*)"', block) for zone in ("discard", "removed")]
    shown = " ".join([hands, *others, *[match[1] for match in piles if match]]).split()
    assert drawn == set(shown)


# --- refusals


def used_numbers() -> set[str]:
    """Every number of a rule that the source can give to a refusal or an option."""
    return {
        text
        for path in (ROOT / "src").rglob("*.py")
        for text in re.findall(r'"((?:SH|LS|QU|SR|SK)-A?\d+)"', path.read_text(encoding="utf-8"))
    }


def test_refusals_cite_documented_rules():
    used = used_numbers()
    assert {"SH-016", "LS-A49", "QU-A08", "SK-05"} <= used
    for prefix, name in PREFIXES.items():
        documented = set(anchored(page(name)))
        assert {number for number in used if number.startswith(prefix)} <= documented


def test_protocol_rules():
    assert anchored(page("protocol.md")) == [f"SK-{i:02}" for i in range(1, 14)]


def test_reasons():
    rows = table(page("protocol.md"), "Reason")
    assert [[code(row[0]), code(row[1])] for row in rows] == [[reason.name, reason.value] for reason in Reason]


def test_errors():
    expected = [name for name in errors.__all__ if name != "ShedkitError"]
    assert sorted(code(row[0]) for row in table(page("protocol.md"), "Error")) == sorted(expected)


def called(signature: str) -> tuple[str, list[str]]:
    """The name and the arguments of a call as a page writes it."""
    name, _, arguments = signature.rstrip(")").partition("(")
    return name, [argument for argument in arguments.split(", ") if argument]


def test_events():
    made = {name: getattr(events, name) for name in events.__all__ if name not in ("Event", "PlayerEvent", "Place")}
    expected = {name: [field.name for field in fields_of(kind)] for name, kind in made.items()}
    assert dict(called(code(row[0])) for row in table(page("protocol.md"), "Event")) == expected


@pytest.mark.parametrize("first", ["Function", "Method"])
def test_what_authors_write(first):
    """Each function of the tables for authors exists, with these arguments."""
    rows = [called(code(row[0])) for row in table(page("protocol.md"), first) if row[0].startswith("`")]
    assert len(rows) > 4
    for name, arguments in rows:
        there = inspect.getattr_static(Game, name)
        given = [] if isinstance(there, property) else [*inspect.signature(there).parameters][1:]
        assert given == arguments, name


def test_walls():
    """The page about the architecture names the rooms and what each may import from."""
    here = [path for path in (ROOT / "src/shedkit").glob("[!_]*") if path.name != "py.typed"]
    rooms = {path.stem for path in here} | {"_packing", "__init__", "__main__"}
    rows = {code(row[0]): row[2] for row in table(page("architecture.md"), "Room")}
    assert set(rows) == rooms
    for room, text in rows.items():
        # that a room imports from itself goes without saying where it imports from others
        named = {room} if text == "itself" else set(re.findall(r"`(\w+)`", text))
        assert named | {room} == MAY_IMPORT[room] & rooms | {room}, room


def test_numbers_in_docs_exist():
    known = {number for name in PREFIXES.values() for number in anchored(page(name))}
    for path in PAGES:
        for match in NUMBER.finditer(path.read_text(encoding="utf-8")):
            assert match[0] in known, f"{path.name} names {match[0]}"


# --- pages


def test_every_block_is_run():
    run = {"python", "console", "text", "shell"}
    projects = [path.read_text(encoding="utf-8").splitlines() for path in (ROOT / "examples").glob("*/pyproject.toml")]
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for shown in re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            assert any(set(shown.splitlines()) <= set(project) for project in projects), f"{path.name}: {shown}"
        blocks = re.findall(r"^ *```(.*)$", text, re.MULTILINE)
        assert {block for block in blocks if block} <= run | {"toml"}, path.name
        assert blocks.count("") == len(blocks) / 2, f"{path.name}: a block without a language"


def anchors(text: str) -> set[str]:
    """The anchors of a page: those given, and those of its headings."""
    given = set(re.findall(r"\{: #([\w-]+)", text))
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return given | {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def links() -> list[tuple[Path, str]]:
    targets = []
    for path in PAGES:
        prose = re.sub(r"^ *```.*?^ *```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        targets += [(path, target) for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose))]
    return targets


def test_links_and_pictures_exist():
    internal = [(path, target) for path, target in links() if not target.startswith("https://")]
    assert len(internal) > 30
    for path, target in internal:
        name, _, anchor = unquote(target).partition("#")
        aim = (path.parent / name).resolve() if name else path
        assert aim.exists(), f"{path.name} links to {target}"
        if anchor:
            assert anchor in anchors(aim.read_text(encoding="utf-8")), f"{path.name} links to {target}"


def test_navigation_names_every_page():
    named = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def test_reference_names_every_public_module():
    text = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md"))
    named = set(re.findall(r"^::: (\S+)$", text, re.MULTILINE))
    for path in (ROOT / "src/shedkit/core").glob("*.py"):
        if path.stem not in ("__init__", "values", "version"):
            module = f"shedkit.core.{path.stem}"
            assert any(name == module or name.startswith(module + ".") for name in named), module


def test_reference_names_every_simple_opponent():
    text = page("reference/players.md")
    for path in (ROOT / "src/shedkit/bots").glob("*.py"):
        if path.stem != "__init__":
            assert f"::: shedkit.bots.{path.stem}\n" in text, path.stem


@each_game
def test_reference_names_every_name_of_a_game(name, kind):
    package = ".".join(kind.__module__.split(".")[:3])  # of whose rooms the class is one, where the game has rooms
    module = sys.modules[package]
    section = page("reference/games.md").split(f"::: {package}\n")[1].split("\n## ")[0]
    members = set(re.findall(r"^        - (\w+)$", section, re.MULTILINE))
    homes = {name: getattr(getattr(module, name), "__module__", "") for name in module.__all__}
    here = {name for name, home in homes.items() if f"{home}.".startswith(f"{package}.")}
    assert kind.__name__ in here
    assert here <= members
    assert all(hasattr(module, member) for member in members)


def test_pages_load_nothing_from_elsewhere():
    assert re.search(r"^  font: false$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    for path in [*DOCS.rglob("*.css"), *DOCS.rglob("*.svg"), *DOCS.rglob("*.js")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text, path.name


def test_only_commands_in_use_are_exempt_from_running():
    source = (ROOT / "conftest.py").read_text(encoding="utf-8")
    exempt = ast.literal_eval(re.search(r"^INSTALLING = (\(.*?^\))", source, re.MULTILINE | re.DOTALL)[1])
    shown = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert all(f"```shell\n{command}\n```" in shown for command in exempt)
    assert shown.count("```shell\n") == 4


def test_blocks_for_contributors_run():
    """They stand outside of the pages, and the tests in them are tests."""
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    for block in blocks:
        names: dict[str, object] = {}
        exec(block, names)
        for name, value in names.items():
            if name.startswith("test_") and callable(value):
                value()


def test_citation():
    """What to cite is the version that the source has."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^([\w-]+): (\S.*)$", text, re.MULTILINE))
    assert fields["cff-version"] == "1.2.0"
    assert (fields["title"], fields["type"], fields["license"]) == ("shedkit", "software", "MIT")
    assert fields["version"] == __version__
    assert re.search(r"^authors:\n  - name: .", text, re.MULTILINE)


def test_readme_sets_up_with_two_commands():
    commands = re.findall(r"```shell\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert [command.count("\n") for command in commands] == [1, 1]


def test_the_index_of_rules_is_that_of_the_code() -> None:
    from tests import rule_index

    text = page("rule-index.md")
    assert text == rule_index.page(), "run python -m tests.rule_index"
    # every rule has a home or an option; where there is none, the source says nothing that could be decided
    homeless = [row for row in text.splitlines() if re.match(r"\| [A-Z]{2}-\w+ \| — \| .*\|  \|$", row)]
    assert homeless == []
