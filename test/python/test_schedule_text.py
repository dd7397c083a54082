# test_schedule_text.py - schedules printed, edited and handed back
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`op.schedule(...)`, `neo.expr(schedule=...)` and `neo.jit(schedules=...)`."""

import pickle

import numpy as np
import pytest

import neo
from neo.quick import MISSED

pytest.importorskip("neo._core")

MATMUL = "C[i,j] += A[i,k] * B[k,j]"
EDITED = "vector [j: 4] tile [i: 2] order [j, i] parallel 1"
A = np.linspace(-1, 1, 15 * 7, dtype=np.float32).reshape(15, 7)
B = np.linspace(1, 2, 7 * 12, dtype=np.float32).reshape(7, 12)


def shares(x, w):
    return neo.softmax(x @ w) @ w.T


def printed_lines():
    return neo.jit(shares).schedule(A, B).splitlines()


def refusal(function):
    with pytest.raises(neo.UsageError) as caught:
        function()
    return str(caught.value)


def test_what_is_printed_is_taken():
    printed = neo.expr(MATMUL).schedule(A, B)
    assert printed.startswith("vector [j: ") and "\n" not in printed
    again = neo.expr(MATMUL, schedule=printed)
    assert again.schedule(A, B) == printed
    np.testing.assert_array_equal(again(A, B), neo.expr(MATMUL)(A, B))


def test_an_edited_schedule_is_followed():
    edited = neo.expr(MATMUL, schedule=EDITED)
    np.testing.assert_allclose(edited(A, B), A @ B, rtol=1e-5)
    assert edited.schedule(A, B) == EDITED
    with pytest.raises(neo.UsageError, match="lanes"):
        neo.expr(MATMUL, schedule="vector [j: 5]")(A, B)


def test_calls_with_a_schedule_are_as_quick_as_others():
    edited = neo.expr(MATMUL, schedule=EDITED)
    function = neo.jit(shares, schedules=neo.jit(shares).schedule(A, B))
    for key, op in (("call", edited), (2, function)):
        assert op._quick.run(key, (A, B)) is MISSED
        op(A, B)
        assert op._quick.run(key, (A, B)) is not MISSED


def test_gradients_have_schedules_of_their_own():
    edited, plain = neo.expr(MATMUL, schedule=EDITED), neo.expr(MATMUL)
    cotangent = np.ones((15, 12), np.float32)
    for one, other in zip(edited.vjp((A, B), cotangent),
                          plain.vjp((A, B), cotangent)):
        np.testing.assert_array_equal(one, other)


def test_copies_keep_the_schedule():
    edited = neo.expr(MATMUL, schedule=EDITED)
    for copy in (pickle.loads(pickle.dumps(edited)),
                 eval(repr(edited), {"neo": neo})):
        assert copy.schedule(A, B) == EDITED


def test_a_scalar_has_a_schedule_too():
    text = "C[] = A[] * B[]"
    printed = neo.expr(text).schedule(2.0, 3.0)
    assert neo.expr(text, schedule=printed)(2.0, 3.0) == 6


def test_a_function_has_a_line_for_each_kernel():
    first, rows, *_, last = printed_lines()
    assert first.endswith("# [i: 15, j: 12] sum [k: 7]")
    assert rows.startswith("rows ") and rows.endswith("# kernel [d0: 15]")
    assert last.endswith("# [i: 15, j: 7] sum [k: 12]")


@pytest.mark.parametrize("kernel, line", [
    (0, EDITED), (1, "rows 2 vectors 1 stages 1"), (-1, "vector [j: 4]")])
def test_one_kernel_is_edited_and_others_left(kernel, line):
    lines = ["default"] * len(printed_lines())
    lines[kernel] = line
    edited = neo.jit(shares, schedules=lines)
    np.testing.assert_allclose(edited(A, B), neo.jit(shares)(A, B), rtol=1e-5)
    assert edited.schedule(A, B).splitlines()[kernel].startswith(line)


def test_a_program_for_any_batch_takes_schedules():
    plain = neo.jit(shares, batch="x")
    lines = plain.schedule(A, B).splitlines()
    edited = neo.jit(shares, batch="x", schedules=[EDITED, *lines[1:]])
    for items in (15, 3):
        np.testing.assert_allclose(edited(A[:items], B), plain(A[:items], B),
                                   rtol=1e-5)


def test_methods_and_static_arguments():
    class Model:
        @neo.jit
        def predict(self, x):
            return x @ B

    assert Model().predict.schedule(A) == neo.jit(lambda x: x @ B).schedule(A)
    power = neo.jit(lambda x, n: x ** n, static="n", schedules=["vector [d0_d1: 8]"])
    np.testing.assert_allclose(power(A, 2), A ** 2, rtol=1e-6)
    assert power.schedule(A, 2).startswith("vector [d0_d1: 8]")


@pytest.mark.parametrize("kernel, line, reason", [
    (1, "rowz 3", "'rowz' is none of rows, "),
    (0, "vector [z: 4]", "'z' is no loop of ")])
def test_the_line_that_cannot_be_followed_is_named(kernel, line, reason):
    lines = printed_lines()
    lines[kernel] = line
    edited = neo.jit(shares, schedules=lines)
    for use in (edited, edited.schedule):
        assert refusal(lambda: use(A, B)).startswith(
            f"schedule {kernel + 1} of {len(lines)} '{line}' cannot be followed: "
            + reason)


def test_there_is_a_line_for_each_kernel():
    assert refusal(lambda: neo.jit(shares, schedules="default")(A, B)).startswith(
        "schedules of 1 kernel(s) are given, but for these operands the program has "
        f"{len(printed_lines())}: begin with what .schedule(...) gives")


def test_what_is_no_schedule_at_all():
    assert "schedule is 3, but must be text" in refusal(
        lambda: neo.expr(MATMUL, schedule=3))
    assert "schedules is [3], but must be" in refusal(
        lambda: neo.jit(shares, schedules=[3]))
    assert """the line 'vector "j"' with '"'""" in refusal(
        lambda: neo.expr(MATMUL, schedule='vector "j"'))


def test_inside_another_function_it_is_refused():
    edited = neo.expr(MATMUL, schedule=EDITED)
    said = "neo.jit(..., schedules=...)"
    assert said in refusal(lambda: neo.jit(lambda a: edited(a, B))(A))
    inner = neo.jit(shares, schedules="default")
    assert said in refusal(lambda: neo.jit(inner)(A, B))
