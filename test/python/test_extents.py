# test_extents.py - extents from shapes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pytest

import neo


def shape(text, *specs, **extents):
    found = neo.expr(text, **extents).ir(*map(neo.spec, specs))
    last = found[found.rindex("func.return"):]
    sizes = last[last.index("<") + 1:last.rindex("xf64")]
    return tuple(map(int, sizes.split("x")))


def test_from_whichever_operand_has_it_alone():
    assert shape("C[i,j] = A[i+j] * B[j,i]", (9,), (4, 3)) == (3, 4)


def test_keyword_may_run_over_a_part():
    assert shape("C[i] = A[i]", (9,), i=4) == (4,)


def test_guard_against_a_constant_needs_the_keyword():
    text = "C[i] = (A[i] if i < 4 else 0) + (B[i-4] if i >= 4 else 0)"
    assert shape(text, (4,), (5,), i=9) == (9,)
    with pytest.raises(neo.ShapeError, match="extent of 'i' is unknown"):
        shape(text, (4,), (5,))


def test_guard_against_a_variable_still_tells():
    assert shape("C[i] += L[i,j] if j <= i else 0", (4, 5)) == (4,)


def test_unguarded_place_wins():
    text = "C[i] += (L[i,j] if j < i else 0) * X[j]"
    assert shape(text, (6, 9), (5,)) == (6,)


def test_earlier_results_tell_as_well():
    assert shape("T[i,j] = A[j,i]; C[j] += T[i,j]", (4, 5)) == (4,)


def test_a_result_tells_what_is_added_to_it():
    assert shape("C[i] = A[i]; C[i] += 1", (4,)) == (4,)
    assert shape("C[i,j] = A[i,j]; C[i,j] += A[0,j]", (4, 5)) == (4, 5)
    with pytest.raises(neo.ShapeError, match=r"shape \(4,\), but '\+=' gives \(3,\)"):
        shape("C[i] = A[i]; C[i] += B[i]", (4,), (3,))


def test_variables_belong_to_their_statement():
    assert shape("T[i] += A[i,j]; C[j] = T[j]", (4, 5)) == (4,)


def test_zero_extents():
    assert shape("C[i,j] += A[i,k] * B[k,j]", (0, 3), (3, 2)) == (0, 2)


def test_clamped_index_needs_the_keyword():
    with pytest.raises(neo.ShapeError, match="extent of 'i' is unknown"):
        shape("C[i] = A[max(i-1, 0)]", (4,))
    assert shape("C[i] = A[max(i-1, 0)]", (4,), i=5) == (5,)
