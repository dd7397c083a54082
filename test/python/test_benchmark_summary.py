# test_benchmark_summary.py - the tables that runs of the benchmark are told in
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Means and ratios of records that are written down here."""

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from cases import CASES  # noqa: E402


def record(name: str, limit: float, threads: int = 1, **seconds: float) -> dict:
    """Of a machine on which the case's limit is that many seconds."""
    case, fast = CASES[name], 1e15
    operations, moved = case.operations("forward"), case.bytes("forward")
    bound = case.family in ("pointwise", "TVM-D")
    speeds = {"operations": fast if bound else operations / limit,
              "bytes": moved / limit if bound else fast, "streams": fast}
    return {"case": name, "mode": "forward", "threads": threads,
            "speeds": [speeds], "errors": [],
            "peers": {key: {"seconds": [value], "form": "", "first": 0}
                      for key, value in seconds.items()}}


def summary(folder: Path, *runs: list[dict]) -> subprocess.CompletedProcess:
    folders = [folder / str(number) for number in range(len(runs))]
    for place, records in zip(folders, runs):
        place.mkdir()
        (place / "measurements.json").write_text(json.dumps(records))
    return subprocess.run([sys.executable, BENCHMARKS / "summary.py", *folders],
                          text=True, capture_output=True)


def test_families_weigh_equally_and_later_runs_count(tmp_path):
    done = summary(tmp_path,
                   [record("C1", 1e-3, neo=2e-3, torch=4e-3),
                    record("C2", 1e-3, neo=9e-3, torch=4e-3),
                    record("GEMM512", 1e-3, neo=1e-3, torch=4e-3, jax=2e-3)],
                   [record("C2", 1e-3, neo=2e-3, torch=4e-3)])
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "| TVM-C | 0.50 | 0.25 | 2.00x | - | - | - |" in lines
    assert "| GEMM | 1.00 | 0.50 | 2.00x | - | - | - |" in lines
    assert "| **all** | 0.71 | 0.35 | 2.00x | - | - | - |" in lines
    assert "| PyTorch | 0.25 | - |" in lines
    assert ("| GEMM512 | 1 | 1 | 1.00 | JAX | 2.00x | - | - | - | - | - |") in lines


def test_what_was_written_by_hand(tmp_path):
    done = summary(tmp_path, [record("D2", 1e-3, neo=2e-3, hand=1.5e-3)])
    assert "| D2 | forward | 1 | 1.5 | 2 | 0.75x |" in done.stdout.splitlines()


def test_two_threads_are_compared_where_operations_count(tmp_path):
    done = summary(tmp_path,
                   [record("C2", 1e-3, neo=2e-3), record("C3", 1e-4, neo=2e-4),
                    record("mish_3072", 1e-3, neo=2e-3)],
                   [record("C2", 1e-3, 2, neo=1e-3), record("C3", 1e-3, 2, neo=1e-3),
                    record("mish_3072", 1e-3, 2, neo=1e-3)])
    assert done.stdout.splitlines()[-2:] == [
        "| TVM-C | 1 | 2.00 | 2.00 (C2, forward) |", ""]


def test_a_folder_without_measurements_is_named(tmp_path):
    done = subprocess.run([sys.executable, BENCHMARKS / "summary.py", tmp_path],
                          text=True, capture_output=True)
    assert done.returncode == 2
    assert "there is no measurements.json in" in done.stderr
