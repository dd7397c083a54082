# test_gpu_schedules.py - what a function for a GPU says of its kernels
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`.schedule` and neo.explain of functions with device="cuda", without a GPU."""

import neo
import numpy as np
import pytest

X = np.ones((64, 64), np.float32)


def test_schedule_is_that_of_the_gpu():
    product = neo.jit(lambda a, b: a @ b, device="cuda")
    schedule = product.schedule(X, X)
    assert schedule.startswith('#neo.gpu_schedule<"sm_80" blocks ')
    assert schedule.endswith("  # [i: 64, j: 64] sum [k: 64]")
    schedule = schedule.partition("  #")[0]
    assert schedule.count("<") == schedule.count(">")
    assert neo.jit(lambda a, b: a @ b).schedule(X, X).startswith("vector [j: ")


def test_schedule_has_a_line_for_each_statement_of_a_kernel():
    softmax = neo.jit(lambda x: neo.softmax(x, 1), device="cuda")
    assert [line.partition("  # ")[2] for line in softmax.schedule(X).splitlines()] == [
        "[d0: 64] max [d1: 64]", "[d0: 64, d1: 64]", "[d0: 64] sum [d1: 64]",
        "[d0: 64, d1: 64]"]


def test_schedule_of_any_batch_is_that_of_the_arguments():
    rows = neo.jit(lambda x: x.sum(axis=1), device="cuda", batch="x")
    assert "[i: 64] sum [j: 64]" in rows.schedule(X).replace("d0", "i").replace("d1", "j")


def test_explanation_says_that_it_is_of_a_cpu():
    def twice(x):
        return 2 * x

    assert neo.explain(neo.jit(twice, device="cuda"), X).startswith(
        "twice, as on a CPU (.schedule(...) shows the kernels of a GPU): 1 kernel")
    assert neo.explain(neo.jit(twice), X).startswith("twice: 1 kernel")


def test_schedule_of_an_embedding_says_how_rows_find_their_points():
    table, words = np.ones((300, 16), np.float32), np.arange(40)
    rows = neo.jit(lambda t, i: t[i], device="cuda").schedule(table, words)
    assert rows.startswith('#neo.gpu_indexed_schedule<"sm_80" blocks 3 threads 256>  # [')
    summed = neo.jit(lambda t, i, g: neo.vjp(lambda u: u[i], t)[1](g), device="cuda")
    lines = summed.schedule(table, words, np.ones((40, 16), np.float32)).splitlines()
    assert "blocks 19 threads 256 lists <rows 30 first 1 next 1>>" in lines[-1]


def test_schedule_of_a_gpu_is_none_of_a_cpu():
    """Its lines begin as a comment does."""
    line = neo.jit(lambda x: x.sum(), device="cuda").schedule(X)
    for device in ("cpu", "cuda"):
        with pytest.raises(neo.UsageError, match="schedules has a schedule for a GPU"):
            neo.jit(lambda x: x.sum(), device=device, schedules=line)


def test_scheduled_ir_is_compiled_as_it_stands():
    """What neo-schedule-gpu writes, neo.ptx takes: operators are not fused any more, whose
    schedules would be of others."""
    text = """func.func @main(%a: tensor<40xf32>, %b: tensor<40xf32>) -> tensor<40xf32> {
      %0 = neo.compute [p: 40] sum [r: 1] %a[p + r], %b[p]
         : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xf32> {
      ^bb0(%x: f32, %y: f32):
        %m = arith.mulf %x, %y : f32
        neo.yield %m : f32
      }
      %1 = neo.compute [p: 40] %0[p], %b[p]
         : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xf32> {
      ^bb0(%x: f32, %y: f32):
        %m = arith.addf %x, %y : f32
        neo.yield %m : f32
      }
      return %1 : tensor<40xf32>
    }"""
    scheduled = neo.canonical(text, "builtin.module(neo-schedule-gpu)")
    assert scheduled.count("#neo.gpu_schedule") == 2
    assert neo.ptx(scheduled).count(".entry") == 2
