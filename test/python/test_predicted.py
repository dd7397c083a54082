# test_predicted.py - the command that compares predictions with measurements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What benchmarks/predicted.py makes of points; test_extending.py runs it."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("neo._core")
BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import predicted  # noqa: E402

pytestmark = pytest.mark.extended


def points(pairs: list[tuple[float, float]]) -> list[predicted.Point]:
    return [predicted.Point(f"k{n}", "", cycles, ms)
            for n, (cycles, ms) in enumerate(pairs)]


def test_a_clock_is_no_difference():
    """Cycles are proportional to milliseconds, whatever the factor."""
    exact = points([(3e6, 1.0), (6e6, 2.0), (3e7, 10.0)])
    assert predicted.ratios(exact) == pytest.approx([1, 1, 1])
    assert predicted.summary(exact) == (
        "3 points: 100% within a factor of 1.25, 100% within 2; typical factor "
        "1.00, rank correlation 1.000")


def test_ratios_are_relative_to_the_mean():
    found = predicted.ratios(points([(1e6, 1.0), (4e6, 1.0)]))
    assert found == pytest.approx([0.5, 2.0])
    assert math.prod(found) == pytest.approx(1)


def test_the_order_is_compared():
    wrong = points([(1e6, 3.0), (2e6, 2.0), (3e6, 1.0)])
    assert "rank correlation -1.000" in predicted.summary(wrong)


def test_the_plot_is_written(tmp_path: Path):
    pytest.importorskip("matplotlib")
    predicted.draw(points([(1e6, 1.0), (9e6, 2.0), (3e6, 3.0)]), tmp_path / "p.png")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("words, reason", [
    (["--cases", "C99"], "there is no case 'C99'"),
    (["--rounds", "0"], "--rounds must be at least 1"),
    (["--cases", "D9", "--tool", "nowhere"], "nowhere is not there: build"),
])
def test_what_cannot_be_done_is_said(words: list[str], reason: str):
    done = subprocess.run([sys.executable, BENCHMARKS / "predicted.py", *words],
                          text=True, capture_output=True)
    assert done.returncode in (1, 2) and reason in done.stderr


def test_the_plot_as_text_has_all_points():
    """Equal ones on the line, others where they belong."""
    even = predicted.as_text(points([(1e6, 1.0), (1e7, 10.0), (1e8, 100.0)]), 21, 11)
    lines = even.splitlines()
    assert [line.count(".") for line in lines[:11]] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert lines[0].endswith(".") and lines[10] == "| ./"
    assert lines[-1].split() == ["1", "ms", "100", "ms"]
    many = predicted.as_text(points([(1e6, 1.0)] * 12 + [(1e8, 100.0)] * 3))
    assert "#" in many and ":" in many


@pytest.mark.parametrize("case", ["GEMM512", "D9", "odd_conv_5"])
def test_no_draw_is_predicted_to_be_faster_than_what_is_chosen(case: str):
    """Drawn and chosen schedules are predicted by the same terms."""
    for kernel in predicted.kernels(case):
        if "neo.kernel" in kernel.text:
            continue
        chosen, _ = predicted.predict(kernel)
        drawn = [predicted.predict(kernel, number) for number in range(20)]
        assert len({schedule for _, schedule in drawn}) > 5
        assert chosen <= 1.001 * min(cycles for cycles, _ in drawn)
