# test_gpu_split.py - reductions whose terms blocks share
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Parts of blocks joined by a second kernel: where the cost model wants it, and where an
edited schedule says so, whatever the extents and the kind of the reduction are."""

import re
from typing import Any

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from neo import _core
from test_gpu import agree, draw

pytestmark = pytest.mark.extended

SCHEDULE = "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu)"


def schedule_of(function, *arrays: np.ndarray) -> str:
    return neo.canonical(neo.jit(function).ir(*arrays), SCHEDULE)


def share(text: str, parts: int, lanes: int) -> str:
    """The schedules of `text`, with the terms of each reduction among `parts` blocks."""
    def edit(found: re.Match) -> str:
        schedule, kind = found.groups()
        schedule = re.sub(" join <.*", "", schedule)
        axes = re.search(r"axes\[(.*?)\] reads", schedule)[1]
        head, tail = axes.rsplit(" = [", 1)
        steps, before = (int((re.search(rf"<{unit} (\d+)>", tail) or [0, 1])[1])
                         for unit in ("step", "block"))
        steps *= before
        kept = [split for split in tail.removesuffix("]>").split(", ")
                if split and not re.match("<step|<block", split)]
        splits = ", ".join([*kept, f"<step {-(-steps // parts)}>", f"<block {parts}>"])
        elements = int(np.prod([int(n) for n in re.findall(r"(\d+)x", kind)] or [1]))
        blocks = int(re.search(r"blocks (\d+)", schedule)[1]) // before * parts
        schedule = schedule.replace(axes, f"{head} = [{splits}]>")
        schedule = re.sub(r"blocks \d+", f"blocks {blocks}", schedule, count=1)
        # Parts are stored from registers, in accumulators that may be wider.
        schedule = re.sub(r"write <\w+ vector \d+ on (\d+) align \d+"
                          r"((?: edge\[[^]]*\])?)(?: window <[^>]*>)?>",
                          r"write <global vector 1 on \1 align 4\2>", schedule)
        # The splits may have more steps than before: terms have an edge.
        axis = str(axes.count("= [") - 1)
        reads = re.search(r"reads\[.*\] write", schedule)[0]
        schedule = schedule.replace(reads, re.sub(
            r"(align \d+(?: guard\[[^]]*\])?)(?: edge\[([^]]*)\])?",
            lambda m: f"{m[1]} edge[{', '.join({axis, *(m[2] or axis).split(', ')})}]",
            reads))
        join = f" join <parts {parts} blocks {-(-elements * lanes // 64)} threads 64 " \
            f"lanes {lanes}>"
        return f"#neo.gpu_schedule<{schedule}{join}>}} {found[0].split('>}')[-1]}"
    return re.sub(r"#neo\.gpu_schedule<(.*)>} : .*-> tensor<(.*)> {", edit, text)


@pytest.mark.parametrize("shape", [(7, 50), (1, 333), (40, 3), (130, 70)])
@pytest.mark.parametrize("parts, lanes", [(2, 1), (3, 2), (5, 32)])
@pytest.mark.parametrize("kind", ["sum", "max", "min", "prod", "argmax", "argmin"])
def test_edited_schedules_join_what_blocks_leave(kind: str, parts: int, lanes: int,
                                                shape: tuple[int, int]):
    x = draw(*shape) * 0.9
    for axis in (0, 1):
        def reduce(x):
            return getattr(x, kind)(axis=axis)  # noqa: B023

        text = share(schedule_of(reduce, x), parts, lanes)
        assert f"join <parts {parts} " in text
        found, = _core.DeviceProgram(text, "main").run((x,))
        np.testing.assert_allclose(found, neo.jit(reduce)(x), rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("dtype, tolerance", [
    ("float64", 1e-12), ("float32", 1e-4), ("float16", 2e-3), ("bfloat16", 2e-2)])
@pytest.mark.parametrize("m, n, k", [(16, 16, 100), (65, 33, 300), (20, 70, 129)])
def test_edited_products_join_what_blocks_leave(dtype: str, tolerance: float,
                                                m: int, n: int, k: int):
    cast = neo.jit(lambda x: x.astype(dtype))
    a, b = cast(draw(m, k)), cast(draw(k, n))
    text = share(schedule_of(lambda a, b: a @ b, a, b), 3, 1)
    assert "join <parts 3 " in text
    found, = _core.DeviceProgram(text, "main").run((a, b))
    exact = a.astype("float64") @ b.astype("float64")
    np.testing.assert_allclose(found.astype("float64"), exact,
                               atol=tolerance * np.abs(exact).max())


@pytest.mark.parametrize("function, shape", [
    (lambda x: x.sum(), (700001,)), (lambda x: x.argmax(axis=1), (3, 200001)),
    (lambda x: x.max(axis=0), (40001, 33))], ids=["sum", "argmax", "columns"])
def test_long_reductions_are_shared(function, shape: tuple[int, ...]):
    x = np.abs(draw(*shape))  # Sums that cancel are as uncertain as their terms.
    assert "join <parts" in schedule_of(function, x)
    agree(function, x, tolerance=3e-5)


@pytest.mark.parametrize("dtype, tolerance", [("float32", 1e-4), ("float16", 4e-3)])
def test_small_results_of_long_products_are_shared(dtype: str, tolerance: float):
    cast = neo.jit(lambda x: x.astype(dtype))
    a, b = cast(draw(64, 12000) / 30), cast(draw(12000, 50) / 30)
    assert "join <parts" in schedule_of(lambda a, b: a @ b, a, b)
    agree(lambda a, b: a @ b, a, b, tolerance=tolerance)


def test_what_fills_the_machine_is_not_shared():
    specs = neo.spec((4096, 4096), "float32"), neo.spec((4096, 4096), "float32")
    assert "join" not in schedule_of(lambda a, b: a @ b, *specs)
    assert "join" not in schedule_of(lambda a, b: (a + b).sum(axis=1), *specs)


def test_idle_threads_hold_no_element_of_a_window():
    """A gradient whose result has fewer elements than a block has threads: the axis of
    the idle ones has no loops, and a window of the result has no place for it."""
    f = neo.expr(
        "T[k] = where(k == 32, A[min(max(4*k-1, 0), 176), (2*k-3)%3, "
        "(4*k-3+(4*k+5)//7+3)%7], (A[(k+2)//8, (6*k+(-1*k)//4)%3, 4*k-3] "
        "if 0 <= (k+2)//8 < 177 and 0 <= 4*k-3 < 7 else 0)); "
        "U[i,j,p] = T[min(max(4*j-i, 0), 44)]", i=1, j=15, k=45, p=15)

    def pull(a: Any, d: Any) -> Any:
        return neo.vjp(f, a)[1](d)

    a = (np.arange(177 * 21) % 7).reshape(177, 3, 7).astype(np.float32)
    d = np.ones((1, 15, 15), np.float32)
    found, wanted = neo.jit(pull, device="cuda")(a, d), neo.jit(pull)(a, d)
    np.testing.assert_array_equal(np.asarray(found[0]), wanted[0])
