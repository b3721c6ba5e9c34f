"""Pictures of tables: what they show and what they never show, for any game."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from jump_in import JumpIn
from mau_mau import MauMau
from president import President
from shedkit import FrenchCard, LuckyShutdown, Match, Pick, Picture, Quiclo, Record, ShanghaiRummy, Shithead, ViewError
from shedkit.core.cards import Card
from shedkit.core.faces import Face
from shedkit.core.states import cards_in
from shedkit.pictures.ink import INKS, card_face

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "golden" / "pictures"
GAMES: tuple[Any, ...] = (
    Quiclo(players=2),
    Quiclo(players=23),
    Shithead(players=3),
    LuckyShutdown(players=5),
    ShanghaiRummy(players=4),
    MauMau(players=3),
    President(players=5),
    JumpIn(players=4),
)


def after(rules: Any, moves: int, seed: int = 3) -> Any:
    """A position of a game of random moves."""
    rng, state = Random(seed), rules.deal(seed=seed)
    for _ in range(moves):
        if not rules.actors(state):
            break
        player = rules.actors(state)[0]
        state = rules.apply(state, rng.choice(rules.legal_moves(state, player)), player)
    return state


def said(picture: Picture) -> list[str]:
    """What a screen reader says of a picture, part by part."""
    groups = ElementTree.fromstring(picture.svg).iter(SVG + "g")
    return [group.attrib["aria-label"] for group in groups if group.attrib.get("role") == "img"]


def texts(picture: Picture) -> str:
    return " | ".join(element.text or "" for element in ElementTree.fromstring(picture.svg).iter(SVG + "text"))


@pytest.mark.parametrize("rules", GAMES, ids=repr)
@pytest.mark.parametrize("moves", [0, 1, 30])
def test_every_table_can_be_drawn(rules: Any, moves: int) -> None:
    state = after(rules, moves)
    for player in (0, rules.players - 1, None):
        for size in (320, 720, 1600):
            root = ElementTree.fromstring(rules.picture(state, player, size=size).svg)
            assert root.attrib["width"] == str(size)
            assert not [element for element in root.iter() if "id" in element.attrib or "style" in element.attrib]
            for element in root.iter():
                assert element.tag.removeprefix(SVG) in ("svg", "g", "rect", "path", "text", "title")


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_picture_is_the_same_whatever_lies_hidden(rules: Any) -> None:
    state = after(rules, 12)
    for player in range(rules.players):
        view = rules.view(state, player)
        other = rules.sample(view, 11)
        assert rules.picture(other, player) == rules.picture(state, player) == rules.picture(view)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_every_card_that_is_seen_is_there_and_no_other(rules: Any) -> None:
    """But of a pile the cards that lie deep in it, and of what is out of the game all but the last one."""
    state = after(rules, 12)
    for player in (1, None):
        view = rules.view(state, player)
        drawn = [text.split(",")[0] for text in said(rules.picture(view))]
        seen = {
            card.face.name for field in view.state.layout.fields for card in _cards(getattr(view.state, field.name))
        }
        names = {card.face.name for card in rules.card_type.all()}
        assert {text for text in drawn if text in names} <= seen
        for field in view.state.layout.fields:
            if field.is_zone and field.holds.value == "players":
                for card in _cards(getattr(view.state, field.name)):
                    assert card.face.name in drawn


def _cards(value: Any) -> list[Card]:
    return [card for card in cards_in(value) if isinstance(card, Card)]


def test_without_a_player_an_onlooker_looks_and_everything_is_asked_for() -> None:
    rules = Quiclo(players=2)
    state = rules.position(hands=["8 45", "7"], discard="87")
    assert rules.picture(state) == rules.picture(rules.view(state, None))
    assert "45" not in said(rules.picture(state))
    assert {"8", "45", "7"} <= set(said(rules.picture(state, everything=True)))
    with pytest.raises(ViewError, match="a view does not hold everything"):
        rules.picture(rules.view(state, 0), everything=True)


def test_a_wrong_play_is_not_framed() -> None:
    """QUICLO takes it, at a price (QU-A03)."""
    rules = Quiclo(players=2)
    state = rules.position(hands=["8 45", "7"], discard="87")
    assert {"8, can be played", "45"} <= set(said(rules.picture(state, 0)))


def test_the_cards_that_can_be_played_are_framed_and_picked_ones_stand_out() -> None:
    rules = Shithead(players=2, multi_card=True)
    state = rules.position(hands=["7h 7s 5c", "Tc"], discard="6h")
    plain = said(rules.picture(state, 0))
    assert "seven of hearts, can be played" in plain
    assert "seven of spades, can be played" in plain
    assert "five of clubs" in plain
    picked = said(rules.picture(state, 0, selected=[Pick("hands", FrenchCard("7h"))]))
    assert "seven of hearts, selected" in picked
    assert "seven of spades, can be played" in picked
    # who is not on turn has nothing to pick
    assert not [text for text in said(rules.picture(state, 1)) if "can be played" in text]


def test_of_equal_cards_as_many_are_framed_as_can_be_picked() -> None:
    rules = LuckyShutdown(players=2)
    state = rules.position(hands=["16o 16o 21b", "13o"], discard="15o")
    (card,) = {card for card in state.hands[0] if str(card) == "16o"}
    names = [text for text in said(rules.picture(state, 0, selected=[Pick("hands", card)])) if text.startswith("16 ")]
    assert names == ["16 orange, selected", "16 orange, can be played"]


def test_names_are_text_whatever_they_hold() -> None:
    rules = Quiclo(players=2)
    hostile = ["</text></svg><script>alert(1)</script>", '"><b>&amp;\x00\x1b\u202e']
    picture = rules.picture(rules.deal(seed=7), 0, names=hostile)
    assert "<script" not in picture.svg
    assert "\x00" not in picture.svg
    assert "script" in texts(picture)
    ElementTree.fromstring(picture.svg)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"size": 319}, "size: a whole number from 320 to 4000 expected, not 319"),
        ({"size": 10**9}, "size: a whole number from 320 to 4000"),
        ({"size": True}, "size: a whole number"),
        ({"theme": "blue"}, "theme: it must be one of light, dark, not 'blue'"),
        ({"theme": []}, "theme: it must be"),
        ({"names": ["Ann"]}, "names: one for each of 2 players expected"),
        ({"names": "AB"}, "names: one for each of 2 players expected"),
        ({"player": 2}, "there is no player 2"),
        ({"selected": ["7h"]}, "a Pick was expected"),
        ({"selected": 7}, "a list of picks expected, not 7"),
    ],
)
def test_what_cannot_be_drawn_is_said(how: dict[str, Any], error: str) -> None:
    rules = Quiclo(players=2)
    with pytest.raises(ViewError, match=error.replace("(", r"\(")):
        rules.picture(rules.deal(seed=7), **{"player": 0, **how})


def test_a_view_of_somebody_else_is_refused() -> None:
    rules = Quiclo(players=2)
    with pytest.raises(ViewError):
        rules.picture(rules.view(rules.deal(seed=7), 0), 1)


def test_dark_and_light_show_the_same() -> None:
    rules = ShanghaiRummy(players=3)
    state = after(rules, 20)
    assert said(rules.picture(state, 0, theme="dark")) == said(rules.picture(state, 0))
    assert rules.picture(state, 0, theme="dark") != rules.picture(state, 0)


def test_notebooks_show_matches_views_and_records() -> None:
    match = Match(Quiclo(players=2), seed=7, players=["Ann", "Ben"])
    match.play("draw", 0)
    for svg in (match._repr_svg_(), Record.of(match)._repr_svg_()):
        assert svg is not None
        assert "Ann" in svg
        assert svg == match.rules.picture(match.state, names=["Ann", "Ben"]).svg
    assert "as player 1 sees it" in match.view(1)._repr_svg_()
    hand = {str(card) for card in match.state.hands[1]}
    assert hand <= set(said(Picture(match.view(1)._repr_svg_())))
    assert not hand & set(said(Picture(match.view(0)._repr_svg_())))


def test_a_wrong_record_shows_nothing() -> None:
    match = Match(Quiclo(players=2), seed=7)
    match.play("draw", 0)
    record = Record.of(match)
    assert Record.from_json(record.to_json().replace("0 draw", "1 draw"))._repr_svg_() is None


def test_a_picture_shows_itself_and_where_nothing_draws_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Quiclo(players=2)
    picture = rules.picture(rules.deal(seed=7))
    assert picture._repr_svg_() == picture.svg
    monkeypatch.setattr("shedkit.core.picture._BROUGHT", [])
    with pytest.raises(ViewError, match="nothing here draws pictures"):
        rules.picture(rules.deal(seed=7))


def test_picks_say_what_they_are() -> None:
    picks = [Pick("hands", FrenchCard("7h")), Pick("face_up", FrenchCard("7h"), 2), Pick("face_down", None, 1)]
    assert [str(pick) for pick in (*picks, Pick("stock"))] == [
        "7h of hands",
        "7h of face up, slot 2",
        "the card of face down, slot 1",
        "all of stock",
    ]


def test_faces_of_any_kind_are_drawn() -> None:
    """A text that is too long is drawn smaller, and one with signs that have no strokes in a font."""
    ink = INKS["light"]
    assert "<text" not in card_face(JumpIn().deck[0], ink).marks

    class Odd:
        def __init__(self, text: str) -> None:
            self.face = Face("odd", text)

    for text, drawn in (("WWWWWWWW", True), ("Ω", False), ("a b", True), ("", True)):
        assert ("<text" not in card_face(Odd(text), ink).marks) is drawn  # type: ignore[arg-type]


def test_saving(tmp_path: Path) -> None:
    picture = Quiclo(players=2).picture(Quiclo(players=2).deal(seed=7))
    picture.save(tmp_path / "table.svg")
    assert (tmp_path / "table.svg").read_text(encoding="utf-8") == picture.svg == str(picture)
    with pytest.raises(ViewError, match=r"saved as \.svg or \.png, not 'table.gif'"):
        picture.save(tmp_path / "table.gif")


def test_png_without_its_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.delitem(sys.modules, "shedkit.pictures.png", raising=False)
    with pytest.raises(ImportError, match=r'pip install "shedkit\[pictures\]"'):
        Quiclo(players=2).picture(Quiclo(players=2).deal(seed=7)).png()


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    picture = Quiclo(players=2).picture(Quiclo(players=2).deal(seed=7))
    picture.save(tmp_path / "table.png")
    data = (tmp_path / "table.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1440
    assert int.from_bytes(picture.png(zoom=1)[16:20], "big") == 720
    for zoom in (0, 11, True, float("nan"), "2"):
        with pytest.raises(ViewError, match="zoom: a number from"):
            picture.png(zoom=zoom)  # type: ignore[arg-type]


def drawn_for_keeps() -> dict[str, Picture]:
    """The pictures that are kept as text: each was looked at as an image."""
    shithead = Shithead(players=3, multi_card=True)
    lucky = LuckyShutdown(players=3)
    shanghai = ShanghaiRummy(players=3)
    quiclo = Quiclo(players=2)
    mau_mau = MauMau(players=3)
    return {
        "shithead": shithead.picture(
            shithead.position(
                hands=["5c 8d 8h", "3s 4s 9c Jd", "Kc"],
                face_up=["2h Ac -", "6h 2d Jh", "- - Qh"],
                face_down=["3c 4c 5d", "6c 7c 9d", "Td - Ts"],
                discard="4d 7d",
                stock="2c 2s 3d",
            ),
            0,
            selected=[Pick("hands", FrenchCard("8d"))],
        ),
        "lucky-shutdown-dark": lucky.picture(after(lucky, 9), 0, theme="dark"),
        "shanghai-rummy": shanghai.picture(
            shanghai.position(
                hands=["2h 4h Jk 6h", "5c 5d 5h", "Ks"],
                melds=[(0, "Kc Kd Kh"), (0, "9c 9d 9h 9s"), (2, "7c 7d Jk"), (2, "Ac Ad Ah")],
                discard="8d Tc 4c 7s",
                phase="play",
            ),
            0,
        ),
        "quiclo-everything": quiclo.picture(after(quiclo, 4), everything=True),
        "mau-mau-onlooker": mau_mau.picture(after(mau_mau, 6), names=["Ann", "Ben", "Zoë"]),
    }


@pytest.mark.parametrize(
    "name", ["shithead", "lucky-shutdown-dark", "shanghai-rummy", "quiclo-everything", "mau-mau-onlooker"]
)
def test_pictures_are_as_they_were(name: str, remaster: bool) -> None:
    """Whoever makes them anew with ``--remaster`` looks at each of them."""
    picture = drawn_for_keeps()[name]
    path = GOLDEN / f"{name}.svg"
    if remaster:
        path.parent.mkdir(exist_ok=True)
        picture.save(path)
    assert picture.svg == path.read_text(encoding="utf-8")
