"""A study on a Dask cluster: the rows of one process, also if workers die; a cluster that is gone is one clear error."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from shedkit import Quiclo, RandomPlayer, Shithead
from shedkit.core.errors import PlayerError, StudyError
from shedkit.study.many import Study
from shedkit.study.results import read_rows, save

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")  # what a cluster says about those that are gone


class Fails(RandomPlayer):
    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        raise RuntimeError("no idea")


def failing(rules: Any, seed: int) -> Any:
    return Fails(seed)


def study(games: int = 60, **words: Any) -> Study:
    rules = words.pop("rules", Shithead(players=3))
    return Study.of(rules, words.pop("players", "simple"), games, 7, **{"max_moves": 400, **words})


@pytest.fixture
def cluster() -> Iterator[Any]:
    # a connection to a worker that was killed is given up sooner than after half a minute
    sooner = dask.config.set({"distributed.comm.timeouts.connect": "10s"})
    with (
        sooner,
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=100
        ) as made,
    ):
        yield made


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as made:
        made.wait_for_workers(2, timeout=60)
        yield made


@pytest.mark.deep
def test_the_rows_are_those_of_one_process_also_when_a_worker_is_killed(client: Any, tmp_path: Path) -> None:
    asked = study()
    wanted = list(asked.rows())
    assert list(asked.rows(client.get_executor())) == wanted
    assert list(asked.rows(client.get_executor(), batch=7, ahead=2)) == wanted

    long = study(300)
    workers = client.run(os.getpid)
    assert len(set(workers.values()) | {os.getpid()}) == 3, "two workers, in processes of their own"
    rows = long.rows(client.get_executor(), batch=2)
    come = [next(rows) for _ in range(20)]
    os.kill(next(iter(workers.values())), signal.SIGKILL)
    come.extend(rows)
    assert come == list(long.rows())
    assert len(come) == 300
    client.wait_for_workers(2, timeout=60)
    assert set(client.run(os.getpid).values()) != set(workers.values())


def test_a_player_that_fails(client: Any) -> None:
    asked = study(players=failing)
    with pytest.raises(PlayerError, match=r"^game 0: a player failed with RuntimeError: no idea$"):
        list(asked.rows(client.get_executor()))


def test_what_cannot_be_sent(client: Any) -> None:
    lock = threading.Lock()

    def holds_a_lock(rules: Any, seed: int) -> Any:
        return RandomPlayer(seed + lock.locked())

    with pytest.raises(StudyError, match=r"^the player holds_a_lock cannot be sent to another process"):
        list(study(players=holds_a_lock).rows(client.get_executor()))

    def can_be_sent(rules: Any, seed: int) -> Any:
        return RandomPlayer(seed)

    asked = study(4, players=can_be_sent, max_moves=50)
    assert list(asked.rows(client.get_executor())) == list(asked.rows())


@pytest.mark.deep
def test_a_cluster_that_is_closed(cluster: Any, client: Any, tmp_path: Path) -> None:
    asked = study(2000)
    path = tmp_path / "a.jsonl"

    def close_it() -> None:
        while not path.exists() or path.read_bytes().count(b"\n") < 20:
            time.sleep(0.01)
        cluster.close()

    closing = threading.Thread(target=close_it)
    closing.start()
    with pytest.raises(StudyError, match=r"^the workers are gone .*; the rows before are good$"):
        save(asked, path, executor=client.get_executor(), batch=2)
    closing.join()
    rows = list(read_rows(path))
    assert 19 <= len(rows) < 2000
    assert rows == list(study(len(rows)).rows())
    with pytest.raises(StudyError, match=r"^the workers are gone"):
        save(asked, path, executor=client.get_executor())
    save(study(len(rows) + 5), path)
    assert list(read_rows(path)) == list(study(len(rows) + 5).rows())


@pytest.mark.deep  # it waits for seconds
def test_a_cluster_without_workers(cluster: Any, client: Any) -> None:
    asked = Study.of(Quiclo(players=2), "random", 20, 7, measures=["moves"])
    cluster.scale(0)
    while client.nthreads():
        time.sleep(0.05)
    with pytest.raises(StudyError, match=r"^the cluster has had no worker for 1 seconds; the rows before are good$"):
        list(asked.rows(client.get_executor(), patience=1))
    threading.Timer(3, lambda: cluster.scale(1)).start()
    assert list(asked.rows(client.get_executor(), patience=60)) == list(asked.rows())
