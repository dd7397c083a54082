# test_benchmark_run.py - the command, the table and the bars of the benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What benchmarks/run.py prints and writes; speeds themselves are not tested."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import bars  # noqa: E402
import measure  # noqa: E402
import peers  # noqa: E402
import ready  # noqa: E402
import table  # noqa: E402
from limits import Speeds  # noqa: E402
from measure import Measurement, Row  # noqa: E402

pytestmark = pytest.mark.extended


def run(*options: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, BENCHMARKS / "run.py", *options],
                          text=True, capture_output=True, timeout=120)


@pytest.mark.extended
def test_neo_alone(tmp_path):
    done = run("--cases", "d9,GEMV1024", "--peers", "none", "--rounds", "1",
               "--clock", "processor", "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "| D9 | gradients | 1 |" in done.stdout
    assert "families' geomean" in done.stdout
    records = json.loads((tmp_path / "measurements.json").read_text())
    assert [(r["case"], r["mode"]) for r in records] == [
        (case, mode) for case in ("D9", "GEMV1024")
        for mode in ("forward", "gradients")]
    assert all(0 < r["share"] < 2 and r["errors"] == [] for r in records)
    assert (tmp_path / "shares.png").read_bytes()[1:4] == b"PNG"


def test_seconds_to_the_first_result():
    found = ready.wait("D9", "forward")
    assert found["case"] == "D9 forward"
    assert 0 < found["cold"] < 60 and 0 < found["again"] < 60


@pytest.mark.parametrize("options, said", [
    (["--cases", "D99"], "there is no 'd99': choose from GEMM512"),
    (["--rounds", "0"], "--rounds must be at least 1"),
    pytest.param(["--threads", "1,2", "--clock", "processor"], "needs --threads 1",
                 marks=pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2,
                                          reason="two threads want two cores")),
])
def test_options_that_make_no_sense(options, said):
    done = run(*options)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())


@pytest.mark.extended
def test_a_peer_that_is_missing_is_left_out(tmp_path):
    nowhere = tmp_path / "python"
    nowhere.write_text("#!/bin/sh\nexit 1\n")
    nowhere.chmod(0o755)
    done = run("--cases", "D9", "--modes", "forward", "--peers", "jax", "--rounds",
               "1", "--peers-python", str(nowhere), "--output", str(tmp_path))
    assert done.returncode == 0
    assert "JAX is left out: 'jax' is not installed" in done.stderr
    assert "JAX" not in done.stdout


def test_wrong_results_are_told():
    right, off = np.array([1.0, 100.0]), np.array([1.0, 100.2])
    found = {"good/0": right, "off/0": off, "short/0": right[:1]}
    told = dict(measure.differences(found, [right], 1e-3))
    assert set(told) == {"off", "short"}
    assert told["off"] == ("(off) differs in result 0 by 2.0e-03 of the largest value, "
                           "more than 0.001")


def test_a_wrong_formulation_is_not_timed():
    wrong = [array + 1 for array in measure.reference("D9", "gradients")]
    with measure.Contest([peers.NEO], None, 1, "processor") as contest:
        found = contest.measure("D9", "gradients", 1, wrong)
    assert found.peers == {} and "Neo (one expression) differs" in found.errors[0]


def test_a_process_that_fails_starts_anew():
    with measure.Process(peers.NEO, 1, "wall") as process:
        with pytest.raises(measure.Failure, match="Neo failed: KeyError"):
            process.ask(open="D99", mode="forward", results="")
        process.peer = replace(peers.NEO, side="nobody")
        with pytest.raises(measure.Failure, match="No module named"):
            process.ask(round=True)


def row(name: str, mode: str, neo: float, threads: int = 1, **others: float) -> Row:
    """Times in units of the limit, on a machine of 100 GFLOP/s and 40 GB/s."""
    found = Row(name, mode, threads, {}, [Speeds(1e11, 4e10)])
    found.peers = {key: Measurement([found.limit * t], "one", 0.1)
                   for key, t in {"neo": neo, **others}.items()}
    return found


def test_a_limit_is_the_longer_of_two():
    computing, moving = row("GEMM1024", "forward", 1), row("GEMV4096", "forward", 1)
    assert computing.limit == pytest.approx(2 * 1024 ** 3 / 1e11)
    assert moving.limit == pytest.approx(4 * (4096 ** 2 + 2 * 4096) / 4e10)
    with_gradients = row("GEMM1024", "gradients", 1)
    assert with_gradients.limit == pytest.approx(3 * computing.limit)


def test_bytes_alone_are_another_limit():
    moving = row("rowsum_768", "forward", 1)
    moving.speeds = [Speeds(1e11, 4e10, 2e10)]
    assert table.streamed(moving) == pytest.approx(2)
    assert table.streamed(row("GEMM1024", "forward", 1)) is None


def test_families_weigh_equally():
    rows = [row("C1", "forward", 2), row("C2", "forward", 2),
            row("GEMM512", "forward", 8, torch=4)]
    assert table.families_mean(rows, 1, "forward") == pytest.approx(0.25)
    assert table.ratio(rows[2]) == pytest.approx(0.5)
    assert table.best_peer(rows[0]) is None


def test_bars_name_what_misses_them():
    rows = [row("C2", "forward", 1.25, torch=1), row("C9", "forward", 1.25, torch=2),
            row("gelu_768", "forward", 1.1, torch=2),
            row("C2", "forward", 1.25 / 1.5, 2)]
    told = [str(bar) for bar in bars.bars(rows, [
        {"case": "C2 forward", "cold": 1.6, "again": 0.2},
        {"case": "C9 forward", "error": "Neo failed"}])]
    assert told == [
        "met    forward, families' geomean of the share of the limit: 0.85, wanted "
        ">= 0.85",
        "MISSED ratio to the best peer, worst case: 0.80, wanted >= 0.95; 1 miss it: "
        "C2 forward 0.80",
        "MISSED share of the FMA peak of dense cases, worst case: 0.80, wanted >= "
        "0.92; 1 miss it: C2 forward 0.80",
        "met    share of the copy bandwidth of norms, activations and reductions, "
        "worst case: 0.91, wanted >= 0.85",
        "MISSED speed of two threads over one, above 1 ms and not bound by memory, "
        "worst case: 1.50, wanted >= 1.80; 1 miss it: C2 forward 1.50",
        "MISSED seconds to the first result, cold: 1.60, wanted <= 1.50; 1 miss it: "
        "C2 forward 1.6",
        "met    seconds to the first result, again: 0.20, wanted <= 0.30"]
