"""The command line, driven as a person would drive it."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shedkit import RandomPlayer, Shithead, simulate
from shedkit.cli import main
from shedkit.cli.playing import Person, Reporter
from shedkit.core.catalogue import game, game_names
from shedkit.games.quiclo import Quiclo
from shedkit.games.shanghai_rummy import Buy, ShanghaiRummy
from shedkit.games.shithead import Decline, React
from shedkit.table.runner import Step

ROOT = Path(__file__).parent.parent
GAMES = game_names()
TABLES = [
    (name, players)
    for name in GAMES
    for option in game(name).options()
    if option.name == "players"
    for players in range(option.low or 1, (option.high or 4) + 1)
]


def run(capsys, *words):
    status = main(list(words))
    return status, *capsys.readouterr()


def typed(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def shell(command, **more):
    env = {**os.environ, "PY": sys.executable}
    return subprocess.run(
        ["bash", "-c", command.replace("shedkit", '"$PY" -m shedkit', 1)],
        env=env,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
        **more,
    )


# --- games


def test_all_games_are_listed_with_all_their_options(capsys):
    status, out, err = run(capsys, "games")
    assert (status, err) == (0, "")
    for name in GAMES:
        assert re.search(rf"^{name}  ", out, re.M)
        for option in game(name).options():
            assert re.search(rf"^  {option.name} .*{option.rule}", out, re.M)
            assert option.plain == (option.values in out and option.values != "data")
    assert max(map(len, out.splitlines())) <= 100


def test_one_game_is_listed_with_its_presets(capsys):
    status, out, _ = run(capsys, "games", "shithead")
    assert status == 0
    assert "quiclo" not in out
    assert re.search(r"^    common +What most tables play", out, re.M)
    assert "`" not in out


def test_a_narrow_terminal_is_respected(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = run(capsys, "games")
    assert max(map(len, out.splitlines())) <= 80


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(capsys, monkeypatch):
    from importlib.metadata import EntryPoint

    from shedkit.core import catalogue

    real = catalogue.entry_points
    broken = EntryPoint("broken", "no_such_module:Game", "shedkit.games")
    monkeypatch.setattr(catalogue, "entry_points", lambda group: [*real(group=group), broken])
    status, out, _ = run(capsys, "games")
    assert status == 0
    assert "broken cannot be loaded from no_such_module:Game" in out
    assert "shithead  2 to 5 players" in out
    status, out, err = run(capsys, "play", "broken")
    assert (status, out, err.count("\n")) == (2, "", 1)


# --- watching


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_can_be_watched_to_its_end(capsys, name, players):
    status, out, err = run(capsys, "play", name, "--players", str(players), "--seed", "3", "--watch")
    assert (status, err) == (0, "")
    assert out.startswith(f"{name}, {players} players, seed 3\n")
    assert re.search(r"(places: [\d ]+(; scores: [\d ]+)?|sets the limit\.)\n$", out)
    assert "is on turn" not in out


def test_the_same_seed_gives_the_same_game(capsys):
    first = run(capsys, "play", "shithead", "--preset", "common", "--seed", "7", "--watch")
    assert first == run(capsys, "play", "shithead", "--preset", "common", "--seed", "7", "--watch")
    assert first != run(capsys, "play", "shithead", "--preset", "common", "--seed", "8", "--watch")


def test_without_a_seed_one_is_drawn_and_named(capsys):
    _, out, _ = run(capsys, "play", "quiclo", "--watch")
    head = re.match(r"quiclo, 3 players, seed (\d+)\n", out)
    assert head
    assert run(capsys, "play", "quiclo", "--watch", "--seed", head[1])[1] == out


def test_an_onlooker_sees_no_hidden_card_and_open_shows_all(capsys):
    shut = run(capsys, "play", "shithead", "--seed", "7", "--watch", "--max-moves", "0")[1]
    assert re.search(r"^player 0  hand 3 cards", shut, re.M)
    assert re.search(r"^stock     25 cards", shut, re.M)
    opened = run(capsys, "play", "shithead", "--seed", "7", "--watch", "--open", "--max-moves", "0")[1]
    hand = " ".join(map(str, Shithead(players=3).deal(7).hands[0]))
    assert hand in opened
    assert "?" not in opened


def test_a_cut_game_says_so_and_is_no_error(capsys):
    status, out, err = run(capsys, "play", "quiclo", "--seed", "1", "--watch", "--max-moves", "5")
    assert (status, err) == (0, "")
    assert out.endswith("Stopped after 5 moves, before the game was over; --max-moves sets the limit.\n")


def test_lines_are_plain_and_not_too_wide_where_the_output_is_no_terminal(capsys):
    _, out, _ = run(capsys, "play", "shithead", "--players", "5", "--seed", "2", "--watch", "--open")
    assert "\x1b" not in out
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 100


# --- nothing leaks


def told(capsys, rules, reader, before, move, player):
    after, events = rules.trace(before, move, player)
    Reporter(rules, reader)(Step(before, player, move, after, events))
    return capsys.readouterr().out


def test_a_chance_that_somebody_let_go_by_leaves_no_trace(capsys):
    rules = Shithead(players=3, out_of_turn_quad=True)
    state = rules.position(hands=["3d 9s", "7s 4c", "Kc"], discard="7c 7d 7h", stock="")
    for reader in (0, 2, None):
        assert told(capsys, rules, reader, state, Decline(), 1) == ""
    assert told(capsys, rules, 1, state, Decline(), 1) != ""
    assert "player 1  react 7s" in told(capsys, rules, None, state, React("7s"), 1)


def test_a_move_is_told_without_cards_that_its_events_do_not_show(capsys):
    rules = Shithead(players=2)
    state = rules.position(
        hands=["3d 4d 5d", "6c 7c 8c"], face_up=["9d Td Jd", "9c Tc Jc"], phase="swap", ready=[False, False]
    )
    move = rules.parse("arrange 5d 9d Td")
    assert told(capsys, rules, 1, state, move, 0).startswith("player 0  arrange\n")
    assert told(capsys, rules, 0, state, move, 0).startswith("player 0  arrange 5d 9d Td\n")


def test_the_person_is_asked_from_the_view_alone(capsys, monkeypatch):
    """What is asked and answered stays the same if everything hidden from the person changes."""
    rules = Shithead(players=3, out_of_turn_quad=True)
    texts = []
    for hands, stock in ((["3d 9s", "7s 4c", "Kc"], "8s"), (["3d 9s", "8s 4c", "Kc"], "7s")):
        state = rules.position(hands=hands, discard="7c 7d 7h", stock=stock)
        typed(monkeypatch, "t\n?\nplay 7s\n9s\n")
        Person(rules).choose(rules.view(state, 0), rules.legal_moves(state, 0))
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert "You may move out of turn" not in texts[0]
    typed(monkeypatch, "1\n")
    state = rules.position(hands=["3d 9s", "7s 4c", "Kc"], discard="7c 7d 7h", stock="8s")
    assert Person(rules).choose(rules.view(state, 1), rules.legal_moves(state, 1)) == React("7s")
    assert "You may move out of turn" in capsys.readouterr().out


# --- a person plays


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", ["0", "1"])
def test_a_person_plays_a_whole_game_by_numbers(capsys, monkeypatch, name, seat):
    typed(monkeypatch, "1\n" * 3000)
    status, out, err = run(capsys, "play", name, "--players", "3", "--seed", "11", "--seat", seat)
    assert (status, err) == (0, "")
    assert f"You are player {seat}." in out
    assert re.search(r"(places: [\d ]+(; scores: [\d ]+)?|sets the limit\.)\n$", out)
    assert "is no move here" not in out


def test_a_person_plays_several_rounds_with_reactions(capsys, monkeypatch):
    words = ["--set", "out_of_turn_quad=on", "--set", "rounds=2", "--preset", "common", "--seed", "12"]
    typed(monkeypatch, "1\n" * 3000)
    status, out, _ = run(capsys, "play", "shithead", *words)
    assert status == 0
    assert "You may move out of turn" in out
    assert "deals round 2" in out
    assert out.count("the round is over") == 2


def test_a_scripted_person_is_a_player_like_any_other(capsys, monkeypatch):
    """The terminal plays the game that the engine plays with the same moves."""
    rules = Quiclo(players=3)
    moves = []
    simulate(rules, [RandomPlayer(seed) for seed in range(3)], seed=5, watch=lambda step: moves.append(step))
    mine = [str(step.move) for step in moves if step.player == 0]
    from shedkit.cli import playing

    monkeypatch.setattr(playing, "simple_player", lambda name, seed: RandomPlayer(seed - 5))
    typed(monkeypatch, "\n".join(mine))
    status, out, _ = run(capsys, "play", "quiclo", "--seed", "5")
    assert status == 0
    assert out.endswith(f"{rules.outcome(moves[-1].after)}\n")


def test_winner_and_loser_are_told(capsys, monkeypatch):
    said = set()
    for seed in range(12):
        typed(monkeypatch, "1\n" * 3000)
        *_, line, outcome = run(
            capsys,
            "play",
            "shithead",
            "--preset",
            "common",
            "--players",
            "2",
            "--seed",
            str(seed),
            "--max-moves",
            "500",
        )[1].splitlines()
        if "wins" in outcome:
            assert line == ("You win." if outcome.startswith("player 0 wins") else "You lose.")
            said.add(line)
    assert said == {"You win.", "You lose."}


ASK = {"hands": ["4c 7d 9h 9s", "3c"], "discard": "8h"}


def answer(capsys, monkeypatch, text, rules=None, position=None):
    rules = rules or Shithead(players=2, multi_card=True)
    state = rules.position(**(position or ASK))
    typed(monkeypatch, text)
    move = Person(rules).choose(rules.view(state, 0), rules.legal_moves(state, 0))
    return str(move), [line for line in capsys.readouterr().out.split("> ")[1:] if line]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1", "play 9h"),
        ("4", "take"),
        ("play 9s", "play 9s"),
        ("9s", "play 9s"),
        ("9h 9s", "play 9h 9s"),
        ("9s 9h", "play 9h 9s"),
        ("  PLAY   9S  9h ", "play 9h 9s"),
        ("take", "take"),
    ],
)
def test_ways_to_type_a_move(capsys, monkeypatch, text, move):
    assert answer(capsys, monkeypatch, f"{text}\n")[0] == move


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Type 1 to 4, a code such as play 9h, or ? for help."),
        ("5", "'5' is no move here; type 1 to 4, a code such as play 9h, or ? for help."),
        ("0", "'0' is no move here; "),
        ("-1", "'-1' is no move here; "),
        ("9" * 5000, "is no move here; "),
        ("\x1b[31mred", r"'\x1b[31mred' is no move here; "),
        ("\u0663", r"'\u0663' is no move here; "),
        ("7d", "7d is lower than the 8 that counts. (SH-016)"),
        ("play 7d", "7d is lower than the 8 that counts. (SH-016)"),
        ("play 3c", "(SK-09)"),
        ("flip 1", "(SH-026)"),
        ("play", "(SK-"),
        ("deal", "("),
    ],
)
def test_a_wrong_input_gets_one_line_and_is_asked_again(capsys, monkeypatch, text, said):
    move, lines = answer(capsys, monkeypatch, f"{text}\n1\n")
    assert move == "play 9h"
    reply = "".join(lines).removeprefix(text.strip()).split("\n1\n")[0].strip("\n")
    assert said in reply
    assert "\n" not in reply


def test_a_number_that_is_also_a_card_or_slot_is_asked_back(capsys, monkeypatch):
    rules = Shithead(players=2)
    position = {"hands": ["", "3c"], "face_down": ["- 4c 5c", "6c"], "discard": "8h", "stock": ""}
    move, lines = answer(capsys, monkeypatch, "2\nflip 2\n", rules, position)
    assert move == "flip 2"
    assert "That can be flip 3 or flip 2: type the whole code." in "".join(lines)


def test_penalised_moves_are_listed_apart_and_taken_by_their_code(capsys, monkeypatch):
    typed(monkeypatch, "23\nplay 23\nq\n")
    status, out, _ = run(capsys, "play", "quiclo", "--seed", "7")
    assert status == 0
    assert "\n  with a penalty: play 2, play 23, play 42, play 143\n" in out
    assert "play 23 brings a penalty; type the whole code if you mean it." in out
    assert "23 does not fit: player 0 takes it back" in out
    assert re.search(r"\d+: from the stock to player 0's hand", out)


def test_help_and_table(capsys, monkeypatch):
    typed(monkeypatch, "?\nt\nq\n")
    status, out, _ = run(capsys, "play", "shithead", "--seed", "7")
    assert status == 0
    assert re.search(r"^  arrange  Choose the face-up row", out, re.M)
    assert out.count("Your move") == 2
    assert out.endswith("Stopped before the end; --seed 7 deals the same game again.\n")


def test_very_long_lists_are_cut_and_stay_playable(capsys, monkeypatch):
    pack = [f"{rank}{suit}" for rank in "3456789JQKA" for suit in "cdhs"]
    position = {"hands": [" ".join(pack), "2c"], "discard": "", "stock": ""}
    move, _ = answer(capsys, monkeypatch, "165\n", None, position)
    assert move.startswith("play A")
    typed(monkeypatch, "1\n")
    rules = Shithead(players=2, multi_card=True)
    state = rules.position(**position)
    Person(rules).choose(rules.view(state, 0), rules.legal_moves(state, 0))
    assert "and 45 more, by their codes" in capsys.readouterr().out


# --- suggestions, contracts, points

SHANGHAI = ["play", "shanghai-rummy", "--players", "3"]


def test_a_letter_lays_the_whole_contract(capsys, monkeypatch):
    """One line of input makes two moves; the table is shown again after both."""
    typed(monkeypatch, "draw\na\nq\n")
    status, out, _ = run(capsys, *SHANGHAI, "--seed", "1")
    assert status == 0
    assert out.count("Your move") == 3
    assert "\n  a  lay 3d 3s Jk, then lay 8d 8s Jk\n   1  lay 3d 3s Jk " in out
    laid = out.split("> a\n")[1].split("Your move")[0]
    assert re.findall(r"^player \d  (.*)$", laid, re.M)[:2] == ["lay 3d 3s Jk", "lay 8d 8s Jk"]
    assert "player 0 has laid the contract" in laid
    assert re.search(r"^player 0  hand 2d 4h 4s 7h 9h Jh Qc   down yes   buys 0$", laid, re.M)
    assert out.endswith("Stopped before the end; --seed 1 deals the same game again.\n")


def test_the_headline_stands_above_every_table(capsys, monkeypatch):
    typed(monkeypatch, "draw\nt\nq\n")
    out = run(capsys, *SHANGHAI, "--seed", "1")[1]
    assert out.count("\nround 1 of 7, points so far: 0 0 0\nstock     7") == out.count("\nstock     ") == 3
    out = run(capsys, "play", "shithead", "--seed", "1", "--watch", "--max-moves", "0")[1]
    assert out.splitlines()[:3] == [
        "shithead, 3 players, seed 1",
        "",
        "stock     25 cards",
    ]  # a single round needs none


def test_help_speaks_of_letters_only_where_there_are_some(capsys, monkeypatch):
    typed(monkeypatch, "?\ndraw\n?\nq\n")
    out = run(capsys, *SHANGHAI, "--seed", "1")[1]
    before, after = out.split("\n> draw\n")
    sentence = "A letter makes all the moves beside it, one after the other.\n"
    assert sentence not in before
    assert after.count(sentence) == 1
    assert re.search(r"^  draw  Draw the next card of the stock", before, re.M)
    assert re.search(r"^  lay      Lay one meld of the contract on the table", after, re.M)
    typed(monkeypatch, "a\nq\n")
    out = run(capsys, "play", "quiclo", "--seed", "7")[1]
    assert "'a' is no move here; type 1 to " in out


TWO_WAYS = {"hands": ["Js Jd Jc Ac Ad Jk 4c 4d 4h 2c", "2d", "3d"], "discard": "9s", "phase": "play"}


def meld_by_meld(capsys, monkeypatch, text, position, rules=None, moves=2):
    """What is chosen, one move after the other, and everything that is printed."""
    rules = rules or ShanghaiRummy(players=3)
    state, person, chosen = rules.position(**position), Person(rules), []
    typed(monkeypatch, text)
    for _ in range(moves):
        chosen.append(person.choose(rules.view(state, 0), rules.legal_moves(state, 0)))
        state = rules.apply(state, chosen[-1], 0)
    return [str(move) for move in chosen], capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("a\n", ["lay Ac Ad Jk", "lay Jc Jd Js"]),
        ("b\n", ["lay 4c 4d 4h", "lay Jc Jd Js"]),
        (" B \n", ["lay 4c 4d 4h", "lay Jc Jd Js"]),
        ("4h 4d 4c\na\n", ["lay 4c 4d 4h", "lay Ac Ad Jk"]),
        ("Ac Ad Jk\n1\n", ["lay Ac Ad Jk", "lay 4c 4d 4h"]),
    ],
)
def test_letters_and_melds(capsys, monkeypatch, text, melds):
    """The first letter leaves the fewest points in hand, the second one keeps the jokers."""
    chosen, out = meld_by_meld(capsys, monkeypatch, text, TWO_WAYS)
    assert sorted(chosen) == sorted(melds)
    assert "\n  a  lay Jc Jd Js, then lay Ac Ad Jk\n" in out or "\n  a  lay Ac Ad Jk, then lay Jc Jd Js\n" in out
    assert re.search(r"^  b  lay 4c 4d 4h, then lay Jc Jd Js$", out, re.M)
    assert out.count("Your move") == text.count("\n")


def test_a_letter_lays_off_whatever_fits_but_jokers(capsys, monkeypatch):
    position = {
        "hands": ["9h Th 4s Jk 2c", "2d", "3d"],
        "melds": [(0, "5h 6h 7h 8h"), (1, "4c 4d 4h")],
        "down": [True, True, False],
        "discard": "9s",
        "phase": "play",
        "round": 2,
    }
    chosen, out = meld_by_meld(capsys, monkeypatch, "a\n2\n", position, moves=4)
    assert sorted(chosen[:3]) == ["lay-off 4s 1", "lay-off 9h 0 high", "lay-off Th 0 high"]
    assert chosen[3].startswith(("lay-off Jk", "discard"))
    assert out.count("Your move") == 2


def test_a_suggestion_is_given_up_where_its_next_move_is_not_on(capsys, monkeypatch):
    """It was made for one position; what has come between is not guessed at."""
    rules = ShanghaiRummy(players=3)
    state = rules.position(**TWO_WAYS)
    other = rules.position(**{**TWO_WAYS, "hands": ["Qs Qd 2c", "2d", "3d"]})
    person = Person(rules)
    typed(monkeypatch, "a\n2\n")
    person.choose(rules.view(state, 0), rules.legal_moves(state, 0))
    move = person.choose(rules.view(other, 0), rules.legal_moves(other, 0))
    assert str(move) == "discard Qd"
    assert capsys.readouterr().out.count("Your move") == 2
    # nor is the rest of it kept for later
    typed(monkeypatch, "1\n")
    assert str(person.choose(rules.view(state, 0), rules.legal_moves(state, 0))) == "lay 4c 4d 4h"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c", "'c' is no move here; type 1 to 19, a code such as lay 4c 4d 4h, or ? for help."),
        ("a b", "'a b' is no move here; "),
        ("lay Ac Ad As", "You do not have As. (SK-09)"),
        ("4c 4d Js", "A set has cards of one rank: Js does not belong to it. (SR-014)"),
        ("lay 4c 4d 4h Jk", "A set is laid with 3 cards; the others are laid off afterwards. (SR-A26)"),
        ("lay-off 2c 0", "Lay your contract before you lay off. (SR-038)"),
        ("swap 2c 0 1", "Lay your contract before you exchange jokers. (SR-A34)"),
        ("draw", "You have had your card of this turn. (SR-A05)"),
        ("buy 9h", "Cards are bought before the draw only. (SR-A11)"),
        ("discard 9s", "You do not have 9s. (SK-09)"),
        ("deal", "The round is not over yet. (SR-048)"),
        ("lay Jk Jk Jk", "'lay Jk Jk Jk' is no move here; "),
    ],
)
def test_a_wrong_input_at_a_contract(capsys, monkeypatch, text, said):
    chosen, out = meld_by_meld(capsys, monkeypatch, f"{text}\n1\n", TWO_WAYS, moves=1)
    assert chosen == ["lay 4c 4d 4h"]
    reply = out.split(f"> {text}\n")[1].split("\n> 1\n")[0]
    assert reply.startswith(said)
    assert "\n" not in reply


def test_suggestions_show_nothing_that_is_hidden(capsys, monkeypatch):
    texts = []
    for others, stock in ((["2d", "3d"], "8s"), (["8s", "2d"], "3d")):
        position = {**TWO_WAYS, "hands": [TWO_WAYS["hands"][0], *others], "stock": stock}
        texts.append(meld_by_meld(capsys, monkeypatch, "?\nb\n", position))
    assert texts[0] == texts[1]


def test_the_price_of_a_purchase_is_told_to_its_buyer_alone(capsys):
    rules = ShanghaiRummy(players=3)
    position = {"hands": ["2c", "3c", "Kc Kd"], "discard": "9h", "stock": "7s 8d 5h"}
    state = rules.position(**position, phase="claim", claimant=1)
    for reader in (0, 1, 2, None):
        out = told(capsys, rules, reader, state, Buy("9h"), 1)
        assert out.startswith("player 1  buy 9h\n          player 1 buys 9h, the 1st time\n")
        assert ("7s: from the stock to player 1's hand" in out) == (reader == 1)
        assert ("8d: from the stock to player 0's hand" in out) == (reader == 0)
        assert out.count("1 card: from the stock") == 2 - (reader in (0, 1))


def test_a_game_of_contracts_by_letters_to_its_end(capsys, monkeypatch):
    """The letter where there is one, otherwise the first move; three rounds with their points."""
    typed(monkeypatch, "a\n1\n" * 3000)
    status, out, err = run(capsys, *SHANGHAI[:-1], "2", "--preset", "short", "--seed", "7")
    assert (status, err) == (0, "")
    assert len(re.findall(r"^  a  lay [^,]+, then lay ", out, re.M)) >= 2
    assert re.search(r"^  a  lay-off ", out, re.M)
    assert out.count("the round is over: player 0 scores ") == 3
    assert re.search(r"^round 3 of 3, points so far: \d+ \d+$", out, re.M)
    assert re.search(r"\nYou win\.\nplayer 0 wins; places: 1 [\d ]+; scores: [\d ]+\n$", out)


def test_the_presets_of_shanghai_rummy(capsys):
    for players, stock in (("4", 108 - 48 - 1), ("5", 162 - 60 - 1)):
        out = run(
            capsys,
            *["play", "shanghai-rummy", "--preset", "common", "--players", players],
            *["--seed", "1", "--watch", "--max-moves", "0"],
        )[1]
        assert f"\nstock     {stock} cards\n" in out
    out = run(capsys, *SHANGHAI, "--preset", "short", "--seed", "2", "--watch")[1]
    assert re.findall(r"^          (.* deals round \d)$", out, re.M) == [
        "player 0 deals round 2",
        "player 1 deals round 3",
    ]
    assert "\nround 1 of 3, points so far: 0 0 0\n" in out
    assert re.search(r"^round 3 of 3, points so far: ([\d ]+)\n(?s:.*); scores: \1\n\Z", out, re.M)
    assert out.count("player 0 scores") == 3


def test_watching_shows_purchases_without_their_price(capsys):
    out = run(capsys, *SHANGHAI, "--seed", "2", "--watch", "--max-moves", "200")[1]
    bought = re.findall(r"^player \d  buy \w\w\n((?:          .*\n)+)", out, re.M)
    assert bought
    for news in bought:
        assert re.search(r"1 card: from the stock to player \d's hand\n", news)
        assert not re.search(r"[2-9TJQKA][cdhs]: from the stock", news)
    opened = run(capsys, *SHANGHAI, "--seed", "2", "--watch", "--open", "--max-moves", "200")[1]
    assert re.search(
        r"^player \d  buy \w\w\n(?:          .*\n)*          [2-9TJQKA][cdhs]: from the stock", opened, re.M
    )


def test_what_games_says_of_shanghai_rummy(capsys):
    status, out, _ = run(capsys, "games", "shanghai-rummy")
    assert status == 0
    assert out.startswith("shanghai-rummy  2 to 6 players\n")
    assert re.search(r"^  contracts +- +JSON +SR-005$", out, re.M)
    assert re.search(r"^  points +- +JSON +SR-A49$", out, re.M)
    assert re.search(r"^  joker_swap +after_down +after_down \| any_time \| off +SR-A34$", out, re.M)
    assert re.findall(r"^    (\w+) +[A-Z]", out, re.M) == ["common", "short"]


# --- options


def test_options_reach_the_rules(capsys):
    words = ["--set", "hand-size=2", "--set", "open_hands=TRUE", "--set", "misplay=illegal", "--set", "players=4"]
    status, out, _ = run(capsys, "play", "quiclo", "--seed", "1", "--watch", "--max-moves", "0", *words)
    assert status == 0
    rules = Quiclo(players=4, hand_size=2, open_hands=True)
    hand = " ".join(map(str, rules.deal(1).hands[3]))
    assert re.search(rf"^player 3  hand {hand}$", out, re.M)


@pytest.mark.parametrize("name", GAMES)
def test_every_plain_option_can_be_set_to_its_default(capsys, name):
    kind = game(name)
    words = []
    for option in kind.options():
        if option.plain and option.default is not None:
            words += ["--set", f"{option.name}={option.default}"]
    status, _, err = run(capsys, "play", name, "--watch", "--seed", "1", "--max-moves", "3", *words)
    assert (status, err) == (0, "")


def test_a_preset_takes_players_and_options(capsys, monkeypatch):
    from shedkit.cli import playing

    seen = []
    real = playing.drive
    monkeypatch.setattr(playing, "drive", lambda match, *a, **k: (seen.append(match.rules), real(match, *a, **k))[1])
    words = ["--preset", "common", "--players", "4", "--set", "rounds=2", "--max-moves", "1", "--watch"]
    assert run(capsys, "play", "shithead", *words)[0] == 0
    assert seen == [Shithead.common(players=4).evolve(rounds=2)]


# --- bad arguments


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ply", "there is no command 'ply'; did you mean play?"),
        ("xyz", "there is no command 'xyz'; choose from games, play"),
        ("--verson", "shedkit has no option '--verson'; did you mean --version?"),
        ("games shitheat", "there is no game 'shitheat'; did you mean shithead?"),
        ("games --set", "games has no option '--set'; choose from --help"),
        ("games quiclo shithead", "'shithead' is one argument too many; games takes one game"),
        ("play", f"play needs the name of a game: {', '.join(GAMES)}"),
        ("play chess", f"there is no game 'chess'; choose from {', '.join(GAMES)}"),
        ("play shithead --sed 3", "play has no option '--sed'; did you mean --seed?"),
        ("play shithead --pla 3", "play has no option '--pla'; did you mean --players?"),
        ("play shithead --players 9", "players: it must be from 2 to 5, not 9"),
        ("play shithead --players -1", "players: it must be from 2 to 5, not -1"),
        ("play shithead --players two", "--players: it must be a whole number, not 'two'"),
        ("play shithead --players", "--players: expected one argument"),
        ("play shithead --seat 3", "--seat: the seats of 3 players are 0 to 2, not 3"),
        ("play shithead --seat -1", "--seat: the seats of 3 players are 0 to 2, not -1"),
        ("play shithead --seat 1 --watch", "--seat does not go with --watch, where nobody but the opponents plays"),
        ("play shithead --open", "--open goes only with --watch"),
        ("play shithead --seed 1.5", "--seed: it must be a whole number, not '1.5'"),
        ("play shithead --seed " + "9" * 45, "seed: it must have at most 128 bits"),
        ("play shithead --seed " + "9" * 9000, "--seed: a number of 9000 digits is too large"),
        ("play shithead --max-moves -1", "--max-moves: it must be 0 or more, not -1"),
        ("play shithead --set multi_card", "--set takes OPTION=VALUE, such as players=2, not 'multi_card'"),
        ("play shithead --set multicard=yes", "shithead has no option 'multicard'; did you mean multi_card?"),
        ("play shithead --set multi_card=maybe", "multi_card: it must be yes or no, not 'maybe'"),
        ("play shithead --set rounds=many", "rounds: it must be a whole number, not 'many'"),
        ("play shithead --set rounds=0", "rounds: it must be from 1 to 1000, not 0"),
        ("play shithead --set swap=singel", "swap: it cannot be 'singel'; did you mean single?"),
        ("play shithead --set deck=7h", "deck: 3 players are dealt 27 cards, it has 1"),
        ("play shithead --set rounds=2 --set rounds=2", "rounds is given twice"),
        ("play shithead --players 3 --set players=3", "players is given twice"),
        ("play shithead --preset comon", "shithead has no preset 'comon'; did you mean common?"),
        ("play shithead --preset position", "shithead has no preset 'position'; choose from common, literal, plain"),
        ("play quiclo --preset common", "quiclo has no preset 'common'; it has none"),
        (
            "play shithead --set out_of_turn_quad=yes --set quad_burns=no",
            "out_of_turn_quad: it needs quad_burns: there is nothing to complete",
        ),
        ("play shangai-rummy", "there is no game 'shangai-rummy'; did you mean shanghai-rummy?"),
        ("play shanghai-rummy --players 7", "players: it must be from 2 to 6, not 7"),
        ("play shanghai-rummy --preset long", "shanghai-rummy has no preset 'long'; choose from common, short"),
        ("play shanghai-rummy --set joker_swap=anytime", "joker_swap: it cannot be 'anytime'; did you mean any_time?"),
        (
            "play shanghai-rummy --set points=5",
            "points: ",
        ),
        (
            'play shithead --set powers={"2":"rset"}',
            "powers: 2: one of reset, burn, low, transparent, skip, reverse exp",
        ),
        ("play shithead --set powers={", "powers: this is no JSON"),
        (
            "play shithead --set swap=x --players 9 --set rounds=y",
            "swap: it cannot be 'x'; choose from arrange, single",
        ),
        (
            "play shanghai-rummy --set hand_size=5 --set max_buys=0",
            "contracts: 1 set and 1 run take 7 cards, but with hand_size 5 and max_buys 0 a hand has at most 6 to lay",
        ),
        ("play quiclo --players 23 --set hand_size=9", "deck: 23 hands of 9 and the first pile need 208 cards, it has"),
    ],
)
def test_a_bad_argument_gets_one_line_and_status_2(capsys, monkeypatch, line, said):
    typed(monkeypatch, "")
    status, out, err = run(capsys, *line.split())
    assert (status, out) == (2, "")
    assert err.startswith("shedkit: " + said)
    assert err.count("\n") == 1
    assert len(err) < 200


def test_strange_names_are_quoted(capsys):
    status, out, err = run(capsys, "play", "shit\nhead\x1b[31m\u00e9")
    assert (status, out) == (2, "")
    assert err.isascii()
    assert "\x1b" not in err


def test_no_command_prints_the_short_help(capsys):
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    assert "games" in err
    assert "play" in err


@pytest.mark.parametrize("words", [["--help"], ["games", "--help"], ["play", "-h"]])
def test_help(capsys, words):
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert out.startswith("usage: shedkit")


def test_version(capsys):
    from importlib.metadata import version

    assert run(capsys, "--version") == (0, f"shedkit {version('shedkit')}\n", "")


# --- real processes


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("shedkit play quiclo --seed 1 < /dev/null", "--seed 1 deals the same game again.\n"),
        ("shedkit play quiclo --seed 1 <&-", "--seed 1 deals the same game again.\n"),
        ("shedkit play quiclo --seed 1 < <(printf '\\xe9\\x00\\nq\\n')", "--seed 1 deals the same game again.\n"),
        ("shedkit games | head -1", "players\n"),
        ("shedkit play quiclo --seed 1 --watch | head -1", "quiclo, 3 players, seed 1\n"),
        ("shedkit play quiclo --seed 1 < <(yes 1) | head -1", "quiclo, 3 players, seed 1\n"),
        ("shedkit play quiclo --watch >&-", ""),
        ("shedkit play quiclo </dev/null >&-", ""),
    ],
)
def test_ends_of_input_and_output_are_taken_calmly(command, end):
    done = shell(f"set -o pipefail; {command}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(end)


def test_a_full_disk_gets_one_line():
    done = shell("shedkit games > /dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("shedkit: the output cannot be written: ")


def test_an_error_goes_to_standard_error_only():
    done = shell("shedkit play chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("shedkit: there is no game 'chess'")


def in_terminal(send, no_color=False, *words, waits=b"> "):
    """What a person sees in a real terminal, and the exit status."""
    here, there = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    env.pop("NO_COLOR", None)
    if no_color:
        env["NO_COLOR"] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", "shedkit", "play", "quiclo", "--seed", "1", *(words or ["--text"])],
        stdin=there,
        stdout=there,
        stderr=there,
        env=env,
        start_new_session=True,
    )
    os.close(there)
    seen, sent, limit = b"", False, time.monotonic() + 10
    while time.monotonic() < limit:
        if select.select([here], [], [], 0.3)[0]:
            try:
                part = os.read(here, 4096)
            except OSError:  # the other side is closed
                break
            seen += part
        elif waits in seen and not sent:  # it waits for input
            send(here, process)
            sent = True
    else:
        process.kill()
    os.close(here)
    return seen.decode(), process.wait(timeout=5)


def test_a_terminal_gets_bold_and_ctrl_d_ends_politely():
    seen, status = in_terminal(lambda here, _: os.write(here, b"1\n\x04"))
    assert status == 0
    assert "\x1b[1mYour move\x1b[0m" in seen
    assert "Stopped before the end" in seen


@pytest.mark.usefixtures("interrupts")
def test_no_color_is_respected_and_ctrl_c_ends_with_130():
    seen, status = in_terminal(lambda _, process: process.send_signal(signal.SIGINT), no_color=True)
    assert status == 130
    assert "\x1b[" not in seen
    assert "Stopped before the end" in seen
    assert "Traceback" not in seen


def test_a_terminal_gets_a_table_in_colour_and_q_leaves_it():
    pytest.importorskip("textual")
    seen, status = in_terminal(lambda here, _: os.write(here, b"q"), False, "--players", "2", waits=b"Quit")
    assert status == 0
    assert "hand" in seen
    assert "Stopped before the end; --seed 1 deals the same game again." in seen


def test_the_quickstart_runs():
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "quickstart.py")], capture_output=True, text=True, check=True
    )
    assert re.search(r"^player 0: ", done.stdout)
    assert re.search(r"places: \d \d \d\n$", done.stdout)
