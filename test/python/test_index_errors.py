# test_index_errors.py - indices from data that are wrong
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is said when the text or the data of an index is wrong."""

import numpy as np
import pytest

import neo

ROWS = neo.expr("Y[i,j] = A[I[i], j]")
A = np.arange(50.0).reshape(10, 5)


@pytest.mark.parametrize("integer", [np.int64, np.int32])
@pytest.mark.parametrize("value, shown", [
    (10, "index 10 at [2] of 'I[i]' in A[I[i], j] lies outside 0..9, the "
         "range of dimension 0"),
    (-1, "index -1 at [2] of 'I[i]' in A[I[i], j] lies outside 0..9, the "
         "range of dimension 0; indices from data do not count from the end"),
    (2**31 - 1, "index 2147483647 at [2]"), (-2**31, "index -2147483648 at"),
])
def test_an_index_out_of_range(value, shown, integer):
    i = np.array([0, 9, value, 77], integer)
    with pytest.raises(IndexError) as error:
        ROWS(A, i)
    assert isinstance(error.value, neo.IndexError)
    assert isinstance(error.value, neo.Error)
    assert shown in str(error.value)
    with pytest.raises(neo.IndexError) as interpreted:
        neo.interpret(ROWS, A, i)
    first, other = (str(e.value).splitlines()[0] for e in (error, interpreted))
    assert first == other


def test_the_users_line_is_shown():
    with pytest.raises(neo.IndexError) as error:
        ROWS(A, np.array([10]))
    assert "test_index_errors.py:" in str(error.value)
    assert "ROWS(A, np.array([10]))" in str(error.value)


def test_an_index_of_rank_zero():
    row = neo.expr("Y[j] = A[k[], j]")
    with pytest.raises(neo.IndexError, match=r"^index 10 of 'k\[\]' in A\[k"):
        row(A, np.array(10))


def test_an_index_beyond_32_bits():
    with pytest.raises(neo.IndexError, match="index 4294967296 at"):
        ROWS(A, np.array([2**32]))


def test_a_gradient_is_not_added_outside():
    with pytest.raises(neo.IndexError, match=r"index 10 at \[1\] of 'I\[i\]'"):
        ROWS.vjp((A, np.array([0, 10])), np.ones((2, 5)))


def test_the_first_of_many_is_reported():
    i = np.zeros((400, 300), np.int64)
    i[123, 45] = i[399, 299] = 10
    take = neo.expr("Y[i,j] = A[I[i,j], 0]")
    with pytest.raises(neo.IndexError, match=r"index 10 at \[123, 45\] of"):
        take(A, i)


def test_a_dimension_without_elements():
    with pytest.raises(neo.IndexError, match="which has no elements"):
        ROWS(np.empty((0, 5)), np.array([0]))
    assert ROWS(np.empty((0, 5)), np.empty(0, np.int64)).shape == (0, 5)


def test_an_index_that_the_program_computes():
    beyond = neo.expr("Y[i] = A[I[i] + 5, 0]")
    with pytest.raises(neo.IndexError,
                       match=r"index 12 at \[1\] of 'I\[i\] \+ 5' in "
                             r"A\[I\[i\] \+ 5, 0\]"):
        beyond(A, np.array([0, 7]))


def test_a_program_goes_on_after_an_error():
    wrong, right = np.array([11]), np.array([4])
    with pytest.raises(neo.IndexError):
        ROWS(A, wrong)
    np.testing.assert_array_equal(ROWS(A, right), A[right])


@pytest.mark.parametrize("text, index, shown", [
    ("Y[i] = A[I[i], 0]", np.ones(3), "index 'I[i]' is float64, but an index is "
     "int32 or int64: convert it with .astype(numpy.int64)"),
    ("Y[i] = A[I[i], 0]", np.ones(3, np.int8), "index 'I[i]' is int8, but"),
    ("Y[i] = A[I[i], 0]", np.ones(3, bool), "index 'I[i]' is bool, but"),
    ("Y[i] = A[I[i] / 2, 0]", np.ones(3, int), "index 'I[i] / 2' is float64"),
    ("Y[i] = A[I[i, 0], 0]", np.ones(3, int),
     "'I' has rank 1 (shape (3,)), but is read with 2 indices"),
    ("Y[i] = A[I[i]]", np.ones(3, int),
     "'A' has rank 2 (shape (10, 5)), but is read with 1 indices"),
    ("Y[i] = A[I[i + 1], 0]", np.ones(3, int), "extent of 'i' is unknown"),
    ("Y[i] = A[I[i], 0] if I[i] > 2 else 0", np.ones(3, int),
     "a guard compares loop variables, but 'I' is a tensor"),
])
def test_the_text_is_wrong(text, index, shown):
    with pytest.raises(neo.Error) as error:
        neo.expr(text)(A, index)
    assert shown in str(error.value)
    assert "^" in str(error.value)


def test_two_tensors_disagree_on_an_extent():
    both = neo.expr("Y[i] = A[I[i], 0] * B[i]")
    with pytest.raises(neo.ShapeError, match="extent of 'i' is 3 by dimension "
                                             "0 of 'I' but 4 by"):
        both(A, np.zeros(3, int), np.ones(4))


def test_an_affine_index_beside_it_is_still_proven():
    wrong = neo.expr("Y[i,j] = A[I[i], j + 1]", j=5)
    with pytest.raises(neo.ShapeError, match="reaches 1..5, but 0..4"):
        wrong(A, np.zeros(3, int))
