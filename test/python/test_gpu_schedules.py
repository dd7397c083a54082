# test_gpu_schedules.py - what a function for a GPU says of its kernels
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`.schedule` and neo.explain of functions with device="cuda", without a GPU."""

import neo
import numpy as np

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
