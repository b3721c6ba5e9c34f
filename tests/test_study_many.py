"""Many games: the same rows whoever plays them, bounded work under way, and one clear error when something fails."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shedkit import LuckyShutdown, Quiclo, RandomPlayer, ShanghaiRummy, Shithead
from shedkit.core.errors import ConfigurationError, PlayerError, ShedkitError, StudyError
from shedkit.study import tasks
from shedkit.study.many import COLUMNS, KINDS, Study, derived, fits, simulate_many
from shedkit.study.measures import GAME_MEASURES, GameMeasure, Row
from shedkit.study.trails import Trail

RULES = Quiclo(players=2)


def study(games: int = 20, seed: int = 7, *, players: Any = "random", rules: Any = RULES, **words: Any) -> Study:
    return Study.of(rules, players, games, seed, **{"measures": ["moves"], **words})


def counting(of: Callable[..., Any], name: str = "mine", **words: Any) -> GameMeasure:
    return GameMeasure(name, "Mine", "What I count.", "things", "here", of=of, **words)


class Leaves(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise SystemExit(3)


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("it has no text")


class Mutters(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise Mute


class Blurts(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise ValueError("one\n  two " * 1000)


def leaves(trail: Trail[Any, Any]) -> int:
    raise SystemExit("enough")


class Fails(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise RuntimeError("no idea")


class Cheats(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        return "all of my cards"


class Dies(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


def in_game_five(kind: Any, rules: Any, seed: int) -> Any:
    """A random player, but in game 5 of the studies with seed 7 another one."""
    return kind(seed) if seed in [derived(7, "player", 5, who) for who in range(2)] else RandomPlayer(seed)


MOVES_OF_FIVE = study().row(5)["moves"]


def fails_in_five(trail: Trail[Any, Any]) -> int:
    if len(trail.moves) == MOVES_OF_FIVE:
        raise ZeroDivisionError("by five")
    return 1


def a_word_in_five(trail: Trail[Any, Any]) -> int | str:
    return "five" if len(trail.moves) == MOVES_OF_FIVE else 1


def some(trail: Trail[Any, Any], *, low: int) -> int | None:
    return len(trail.moves) if len(trail.moves) > low else None


class Counts:
    """A measure that is an object."""

    def __call__(self, trail: Trail[Any, Any]) -> list[int]:
        return [len(trail.moves)]


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as made:
        yield made


class Backwards(Executor):
    """Plays the task that came last, as long as there is one."""

    def __init__(self) -> None:
        self.tasks: list[tuple[Future[Any], Any, Any]] = []
        self.most = 0
        self.ended = threading.Event()
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
        self.tasks.append((Future(), fn, words))
        self.most = max(self.most, len(self.tasks))
        return self.tasks[-1][0]

    def _work(self) -> None:
        while not self.ended.wait(0.002):
            while self.tasks:
                task, fn, words = self.tasks[-1]
                task.set_result(fn(*words))
                self.tasks.remove((task, fn, words))

    def shutdown(self, *_: Any, **__: Any) -> None:
        self.ended.set()


class AtOnce(Executor):
    """Plays each task when it comes."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
        self.sizes.append(len(words[1]))
        task = Future[Any]()
        task.set_result(fn(*words))
        return task


class Cluster(Executor):
    """What there is of a Dask cluster: tasks that nobody may ever do, and a client that knows of the workers."""

    def __init__(self, *workers: Any) -> None:
        self._client = self
        self.status = "running"
        self.workers = list(workers)
        self.tasks: list[Future[Any]] = []

    def nthreads(self, callback_timeout: float) -> Any:
        now = self.workers.pop(0) if len(self.workers) > 1 else self.workers[0]
        if callable(now):
            return now()
        return now

    def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
        self.tasks.append(Future())
        self.work = lambda: self.tasks[0].set_result(fn(*words))
        return self.tasks[-1]


# --- the rows


@pytest.mark.parametrize("words", [{"batch": 1}, {"batch": 7, "ahead": 2}, {"batch": 1000}, {"ahead": 1}, {}], ids=str)
def test_the_rows_are_the_same_whoever_plays(pool: Executor, words: Any) -> None:
    asked = study(30, measures=None, rules=Shithead(players=3), players=["simple", "random", "simple"], max_moves=150)
    wanted = list(asked.rows())
    assert [row["game"] for row in wanted] == list(range(30))
    assert len({row["truncated"] for row in wanted}) == 2
    with ThreadPoolExecutor(3) as threads, Backwards() as backwards:
        for executor in (pool, threads, backwards, AtOnce()):
            assert list(asked.rows(executor, **words)) == wanted


@pytest.mark.parametrize("game", [Shithead, Quiclo, LuckyShutdown, ShanghaiRummy])
def test_every_game_in_processes_of_their_own(pool: Executor, game: Any) -> None:
    asked = study(3, rules=game(players=3), measures=None, max_moves=60, paired=True)
    assert list(asked.rows(pool, batch=1)) == list(asked.rows())


def test_simulate_many_gives_the_rows_of_the_study(pool: Executor) -> None:
    words: dict[str, Any] = {"measures": ["moves"], "max_moves": 50, "paired": True}
    wanted = list(Study.of(RULES, "random", 6, 7, **words).rows())
    assert list(simulate_many(RULES, "random", 6, 7, **words)) == wanted
    assert list(simulate_many(RULES, "random", 6, 7, executor=pool, batch=4, ahead=1, patience=0, **words)) == wanted


def test_a_row() -> None:
    row = study(max_moves=5000).row(3)
    assert list(row) == [*COLUMNS, "moves"] == list(study().columns)
    assert row == study(1).row(3), "how many games there are does not matter"
    assert row["seed"] == derived(7, "deal", 3)
    assert row["seats"] == [0, 1]
    assert sorted(row["places"]) == [1, 2]  # type: ignore[arg-type]
    assert row["winners"] == [row["places"].index(1)]  # type: ignore[union-attr]
    assert row["scores"] is None
    cut = study(max_moves=1).row(3)
    assert (cut["places"], cut["winners"], cut["moves"]) == (None, None, 1)
    assert all(type(score) is int for score in study(rules=ShanghaiRummy(players=3)).row(0)["scores"] or [])


def test_paired_games_share_a_deal_and_move_the_players_on() -> None:
    rows = list(study(6, rules=Quiclo(players=3), paired=True).rows())
    assert [row["deal"] for row in rows] == [0, 0, 0, 1, 1, 1]
    assert [row["seats"] for row in rows[:3]] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert [row["seed"] for row in rows] == [derived(7, "deal", deal) for deal in (0, 0, 0, 1, 1, 1)]
    with pytest.raises(ConfigurationError, match="multiples of 3"):
        study(7, rules=Quiclo(players=3), paired=True)


def test_each_seat_gets_the_player_of_the_row() -> None:
    made: list[tuple[str, int]] = []

    def maker(name: str) -> Any:
        def make(rules: Any, seed: int) -> Any:
            made.append((name, seed))
            return RandomPlayer(seed)

        return make

    asked = study(2, players=[maker("a"), maker("b")], paired=True)
    list(asked.rows())
    assert made == [
        (name, derived(7, "player", game, "ab".index(name))) for game, name in zip((0, 0, 1, 1), "abba", strict=True)
    ]


def test_other_seeds_give_other_games() -> None:
    seeds = {row["seed"] for seed in (7, 8) for row in study(20, seed).rows()}
    assert len(seeds) == 40
    assert all(0 <= seed < 2**53 for seed in seeds if isinstance(seed, int))


@pytest.mark.parametrize("executor", [None, AtOnce()], ids=["none", "one"])
def test_from_some_game_on(executor: Executor | None) -> None:
    rows = list(study().rows())
    for first in (0, 1, 19):
        assert list(study().rows(executor, first=first, batch=4)) == rows[first:]
    assert list(study().rows(executor, first=20)) == list(study().rows(executor, first=21)) == []
    assert list(study(0).rows(executor)) == []


def test_only_the_light_part_is_imported() -> None:
    heavy = ["numpy", "scipy", "pandas", "matplotlib", "pyarrow", "tqdm", "jinja2", "distributed"]
    program = f"""
import sys
import shedkit.study, shedkit.study.many, shedkit.study.measures, shedkit.study.results
print([name for name in {heavy} if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


# --- the work under way


def test_no_more_tasks_are_under_way_than_said() -> None:
    with Backwards() as executor:
        assert len(list(study(60).rows(executor, batch=2, ahead=5))) == 60
    assert 1 < executor.most <= 5


def test_closing_cancels_what_waits() -> None:
    executor = Cluster({"a": 1})
    rows = study(100).rows(executor, batch=1, ahead=4)
    threading.Timer(0.05, lambda: executor.tasks[0].set_result(tasks._TaskResult([study().row(0)], None, 0.1))).start()
    assert next(rows)["game"] == 0
    assert [task.cancelled() for task in executor.tasks] == [False] * 4
    rows.close()
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True]
    assert next(rows, None) is None


def test_tasks_grow_to_a_quarter_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**9))
    monkeypatch.setattr(tasks, "perf_counter", lambda: next(clock) * 0.02)  # each task takes 0.02 s
    fast = AtOnce()
    assert len(list(study(700, max_moves=1).rows(fast, ahead=1))) == 700
    assert fast.sizes == [1, 2, 4, 8, 16, 32, 64, 128, 256, 189]
    monkeypatch.setattr(tasks, "perf_counter", lambda: next(clock) * 1.0)
    slow = AtOnce()
    assert len(list(study(5, max_moves=1).rows(slow))) == 5
    assert slow.sizes == [1] * 5


def test_memory_stays_flat() -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        for _ in study(games, max_moves=1).rows(AtOnce(), batch=10, ahead=4):
            pass
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(200)
    assert peak(3000) < peak(600) + 100_000


# --- what fails


@pytest.mark.parametrize(
    ("words", "kind", "text"),
    [
        ({"players": partial(in_game_five, Fails)}, PlayerError, "game 5: a player failed with RuntimeError: no idea"),
        ({"players": partial(in_game_five, Leaves)}, PlayerError, "game 5: a player failed with SystemExit: 3"),
        ({"players": partial(in_game_five, Mutters)}, PlayerError, "game 5: a player failed with Mute"),
        ({"players": partial(in_game_five, Blurts)}, PlayerError, "ValueError: one two one two"),
        ({"players": partial(in_game_five, Cheats)}, PlayerError, "chose 'all of my cards'"),
        ({"measures": [counting(fails_in_five)]}, StudyError, "game 5: mine failed with ZeroDivisionError: by five"),
        (
            {"measures": [counting(a_word_in_five)]},
            StudyError,
            "game 5: mine gave 'five', but its values must be float",
        ),
    ],
    ids=[
        "player fails",
        "player leaves",
        "player mutters",
        "player blurts",
        "player cheats",
        "measure fails",
        "measure of another kind",
    ],
)
def test_a_failure_names_the_game_and_gives_the_rows_before(pool: Executor, words: Any, kind: Any, text: str) -> None:
    asked = study(**words)
    said = set()
    with ThreadPoolExecutor(1) as threads:
        for executor in (None, pool, threads):
            rows = asked.rows(executor, batch=4)
            assert [next(rows)["game"] for _ in range(5)] == [0, 1, 2, 3, 4]
            with pytest.raises(ShedkitError) as caught:
                next(rows)
            assert type(caught.value) is kind
            said.add(str(caught.value))
    assert len(said) == 1
    assert text in (told := said.pop())
    assert len(told) < 300
    assert "\n" not in told


def test_a_measure_that_wants_to_leave() -> None:
    with pytest.raises(StudyError, match="game 0: mine failed with SystemExit: enough"):
        study(measures=[counting(leaves)]).row(0)


def test_a_measure_that_declares_nothing_gives_numbers() -> None:
    asked = study(2, measures=[counting(lambda trail: 3), counting(lambda trail: [1.5, None], "list", shape="seats")])
    assert [(row["mine"], row["list"]) for row in asked.rows()] == [(3, [1.5, None])] * 2
    assert list(asked.columns.items())[-2:] == [("mine", "float"), ("list", "list[float]")]


def test_the_kinds_that_measures_declare() -> None:
    def words(trail: Any) -> str | None: ...
    def yes(trail: Any) -> bool: ...
    def course(trail: Any) -> list[float | None]: ...

    ways = [words, yes, course, partial(some, low=3), Counts(), int]
    asked = study(measures=[counting(way, f"m{at}") for at, way in enumerate(ways)])
    assert list(asked.columns.values())[len(COLUMNS) :] == ["str", "bool", "list[float]", "int", "list[int]", "float"]
    rows = study(20, measures=[counting(partial(some, low=100)), counting(Counts(), "list")]).rows()
    assert {row["mine"] is None for row in rows} == {True, False}


def test_all_measures_of_the_catalogue_declare_what_they_give() -> None:
    for measure in GAME_MEASURES:
        assert measure.of.__annotations__["return"].replace(" | None", "") in KINDS, measure.name


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("bool", [True, False, None], [0, 1, "True", 0.0, [True]]),
        ("int", [0, 2**63 - 1, -(2**63), None], [2**63, -(2**63) - 1, True, 1.0, "1", [1]]),
        ("float", [0.5, 3, 2**53, None], [float("nan"), float("inf"), -float("inf"), 2**53 + 1, True, "0.5", [0.5]]),
        ("str", ["", "ä", "\U0001f0a1", None], ["\ud800", 1, ["a"], b"a"]),
        ("list[int]", [[], [1, None], None], [[0.5], [True], [[1]], (1,), 1, "1", {}]),
        ("list[float]", [[1, 0.5, None], None], [[float("nan")], ["a"], [[0.5]], 0.5]),
    ],
)
def test_values_that_fit(kind: str, good: list[Any], bad: list[Any]) -> None:
    assert kind in KINDS
    assert [value for value in good if not fits(value, kind)] == []
    assert [value for value in bad if fits(value, kind)] == []


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({"players": lambda rules, seed: RandomPlayer(seed)}, "the player <lambda>"),
        ({"measures": [counting(lambda trail: 1, "local")]}, "the measure local"),
        ({"rules": type("Local", (Quiclo,), {"name": "local"})(players=2)}, "the rules"),
    ],
    ids=["player", "measure", "rules"],
)
def test_what_cannot_be_sent_to_a_process_is_named(pool: Executor, words: Any, what: str) -> None:
    asked = study(**words)
    assert len(list(asked.rows())) == 20
    with pytest.raises(
        StudyError, match=f"^{what} cannot be sent to another process: functions and classes at the top"
    ):
        next(asked.rows(pool))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_worker_that_dies() -> None:
    asked = study(players=partial(in_game_five, Dies))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        rows = asked.rows(executor, batch=1, ahead=1)
        assert [next(rows) for _ in range(5)] == list(study(5).rows())
        with pytest.raises(StudyError, match=r"^the workers are gone .BrokenProcessPool .*; the rows before are good"):
            next(rows)
        with pytest.raises(StudyError, match=r"^the workers are gone"):
            next(study().rows(executor))


def test_an_executor_that_was_shut_down() -> None:
    executor = ThreadPoolExecutor(1)
    rows = study(200).rows(executor, batch=1, ahead=3)
    next(rows)
    executor.shutdown()
    with pytest.raises(StudyError, match=r"^the workers are gone .RuntimeError cannot schedule new futures"):
        list(rows)
    with pytest.raises(StudyError, match=r"^the workers are gone"):
        next(study().rows(executor))


def test_tasks_that_somebody_else_cancels() -> None:
    executor = Cluster({"a": 1})
    rows = study(200).rows(executor, batch=1, ahead=3)
    threading.Timer(0.05, lambda: [task.cancel() for task in executor.tasks]).start()
    with pytest.raises(StudyError, match=r"^the workers are gone .CancelledError.; the rows"):
        next(rows)


def test_an_executor_that_is_told_to_stop() -> None:
    executor = ThreadPoolExecutor(1)
    rows = study(200, rules=ShanghaiRummy()).rows(executor, batch=1, ahead=30)
    next(rows)
    executor.shutdown(cancel_futures=True)
    with pytest.raises(StudyError, match=r"^the workers are gone .(CancelledError|RuntimeError)"):
        list(rows)


def test_a_timeout_of_the_executor_is_an_error() -> None:
    executor = Cluster({"a": 1})
    rows = study(200).rows(executor, batch=1, ahead=1)
    threading.Timer(0.05, lambda: executor.tasks[0].set_exception(TimeoutError("no line"))).start()
    with pytest.raises(StudyError, match=r"^the workers are gone .TimeoutError no line."):
        next(rows)


@pytest.mark.deep
@pytest.mark.parametrize("nobody", [{}, lambda: 1 / 0], ids=["no workers", "no answer"])
def test_a_cluster_without_workers(nobody: Any) -> None:
    executor = Cluster(nobody)
    with pytest.raises(StudyError, match=r"^the cluster has had no worker for 0 seconds; the rows before are good$"):
        next(study().rows(executor, patience=0))
    assert all(task.cancelled() for task in executor.tasks)


def test_a_client_that_is_closed() -> None:
    executor = Cluster({"a": 1})
    executor.status = "closed"
    with pytest.raises(StudyError, match=r"^the workers are gone .the client of the cluster is closed.; the rows"):
        next(study().rows(executor))


def test_tasks_of_two_runs_are_never_the_same() -> None:
    class Keeps(AtOnce):
        def submit(self, fn: Any, /, *words: Any, **more: Any) -> Future[Any]:
            seen.append(words[1:])
            return super().submit(fn, *words)

    seen: list[Any] = []
    for _ in range(2):
        list(study().rows(Keeps(), batch=10))
    assert [games for games, _ in seen] == [range(10), range(10, 20)] * 2
    assert len({run for _, run in seen}) == 2


def test_a_cluster_that_takes_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_PULSE", 0.01)
    monkeypatch.setattr(tasks, "monotonic", iter(range(1000)).__next__)  # it looks once a second
    executor = Cluster({}, {}, {"a": 1}, {}, {}, {"a": 1})
    threading.Timer(0.5, lambda: executor.work()).start()
    assert next(study(1).rows(executor, patience=2.5)) == study().row(0)
    with pytest.raises(StudyError, match=r"no worker for 1.5 seconds"):
        next(study().rows(Cluster({}, {}, {"a": 1}), patience=1.5))


@pytest.mark.parametrize(
    ("words", "option", "text"),
    [
        ({"batch": 0}, "batch", "a whole number from 1, not 0"),
        ({"batch": True}, "batch", "not True"),
        ({"ahead": 0}, "ahead", "a whole number from 1, not 0"),
        ({"ahead": None}, "ahead", "not None"),
        ({"first": -1}, "first", "a whole number from 0, not -1"),
        ({"patience": -1}, "patience", "a number of seconds from 0, not -1"),
        ({"patience": float("nan")}, "patience", "not nan"),
        ({"patience": float("inf")}, "patience", "not inf"),
        ({"patience": "long"}, "patience", "not 'long'"),
    ],
    ids=str,
)
def test_numbers_out_of_bounds(words: Any, option: str, text: str) -> None:
    with pytest.raises(ConfigurationError, match=text) as caught:
        study().rows(AtOnce(), **words)
    assert caught.value.option == option


@pytest.mark.parametrize("executor", [4, "pool", ThreadPoolExecutor])
def test_what_is_no_executor(executor: Any) -> None:
    with pytest.raises(StudyError, match=r"^executor: an executor such as"):
        study().rows(executor)


@pytest.mark.parametrize(
    ("measures", "text"),
    [
        (["moves", "moves"], "'moves' is the name of two columns"),
        ([counting(Counts(), "seats")], "'seats' is the name of two columns"),
        ("moves", "a list of names or measures expected, not 'moves'"),
        (7, "a list of names or measures expected, not 7"),
        (["unheard"], "there is no measure 'unheard'"),
    ],
)
def test_measures_that_cannot_be(measures: Any, text: str) -> None:
    with pytest.raises(StudyError, match=text):
        study(measures=measures)


def test_no_measures_at_all() -> None:
    assert list(study(measures=()).row(0)) == list(COLUMNS)


@pytest.mark.parametrize(
    ("words", "kind", "text"),
    [
        ({"games": -1}, ConfigurationError, "games: it must be a whole number from 0, not -1"),
        ({"games": 1.0}, ConfigurationError, "games: it must be a whole number from 0, not 1.0"),
        ({"seed": "x"}, ConfigurationError, "seed: it must be a whole number, not 'x'"),
        ({"seed": 2**128}, ConfigurationError, "seed: it must have at most 128 bits"),
        ({"max_moves": 0}, ConfigurationError, "max_moves: it must be a whole number from 1, not 0"),
        ({"max_moves": 2**63}, ConfigurationError, f"max_moves: it must be below {2**63}"),
        ({"games": 10**100}, ConfigurationError, f"games: it must be below {2**63}, not a huge number"),
        ({"rules": Quiclo}, StudyError, "rules: a rules object such as"),
        ({"players": ["random"]}, PlayerError, "2 players are needed, one for each seat, not 1"),
        ({"players": "nobody"}, PlayerError, "there is no player 'nobody'"),
    ],
    ids=str,
)
def test_studies_that_cannot_be(words: Any, kind: Any, text: str) -> None:
    with pytest.raises(kind, match=text):
        study(**words)


def test_rows_are_plain() -> None:
    row: Row = study(measures=None).row(0)
    for name, value in row.items():
        assert fits(value, study(measures=None).columns[name]), name


def test_the_benchmark_runs() -> None:
    bench = Path(__file__).parent / "benchmarks" / "many.py"
    words = ["--game", "quiclo", "--seconds", "0.001", "--rounds", "1"]
    run = subprocess.run([sys.executable, str(bench), *words], capture_output=True, text=True, check=True)
    lines = [line.split() for line in run.stdout.splitlines() if line.startswith("quiclo")]
    assert [line[:2] for line in lines] == [["quiclo", "simple"], ["quiclo", "random"], ["quiclo", "simple"]]
    assert all(float(cell.replace(",", "")) > 0 for line in lines for cell in line[2:])
