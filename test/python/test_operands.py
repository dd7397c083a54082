# test_operands.py - arrays of every make, in and out
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

ADD = neo.expr("C[i,j] = A[i,j] + B[i,j]")
A = np.arange(12.0).reshape(3, 4)
B = np.arange(12.0, 24.0).reshape(3, 4)


def read_only():
    array = A.copy()
    array.flags.writeable = False
    return array


def unaligned():
    raw = np.zeros(A.nbytes + 1, np.uint8)
    array = raw[1:].view(np.float64).reshape(A.shape)
    array[...] = A
    return array


class OnlyDLPack:
    """An array of another library."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


MAKES = {
    "contiguous": A,
    "column major": np.asfortranarray(A),
    "transposed view": np.ascontiguousarray(A.T).T,
    "strided view": np.repeat(np.repeat(A, 2, 0), 3, 1)[::2, ::3],
    "reversed view": A[::-1, ::-1].copy()[::-1, ::-1],
    "read-only": read_only(),
    "unaligned": unaligned(),
    "foreign byte order": A.astype(">f8"),
    "dlpack": OnlyDLPack(A),
}


@pytest.mark.parametrize("array", MAKES.values(), ids=MAKES)
def test_any_make(array):
    result = ADD(array, B)
    np.testing.assert_array_equal(result, A + B)
    assert result.flags.c_contiguous and result.flags.writeable


def test_broadcast_view():
    row = np.broadcast_to(A[0], A.shape)
    np.testing.assert_array_equal(ADD(row, B), A[0] + B)


def test_aliasing_operands():
    np.testing.assert_array_equal(ADD(A, A), 2 * A)


def test_results_are_new():
    copy = neo.expr("C[i,j] = A[i,j]")
    first, second = copy(A), copy(A)
    assert not np.shares_memory(first, A)
    assert not np.shares_memory(first, second)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_type_follows_the_arrays(dtype):
    result = ADD(A.astype(dtype), B.astype(dtype))
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, (A + B).astype(dtype))


def test_numbers_stand_for_scalars():
    scale = neo.expr("C[i] = A[i] * s")
    result = scale(np.ones(3, np.float32), 2)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, [2, 2, 2])


def test_result_of_rank_zero():
    result = neo.expr("S[] += A[i,j]")(A)
    assert result.shape == () and float(result) == A.sum()


def test_integers():
    n = np.arange(6, dtype=np.int32)
    result = neo.expr("C[i] = A[i] * 3 - i % 2")(n)
    assert result.dtype == np.int32
    np.testing.assert_array_equal(result, n * 3 - np.arange(6) % 2)


def test_truth_values():
    result = neo.expr("C[i,j] = A[i,j] > 4 and not A[i,j] > 7")(A)
    assert result.dtype == np.bool_
    np.testing.assert_array_equal(result, (A > 4) & ~(A > 7))


def refusal(*operands):
    with pytest.raises(neo.Error) as caught:
        ADD(*operands)
    text = str(caught.value)
    assert "C[i,j] = A[i,j] + B[i,j]" in text or "test_operands.py" in text
    return text


def test_mixed_float_types():
    assert "float types are mixed" in refusal(A, B.astype(np.float32))


@pytest.mark.parametrize("dtype", ["complex128", "longdouble", "U3", "object"])
def test_unsupported_type(dtype):
    assert "is not supported: convert" in refusal(A.astype(dtype), B)


def test_ragged_list_is_refused():
    assert "operand 'A' is a list that is no array" in refusal([[1, 2], [3]], B)


def test_nothing_is_refused():
    assert "operand 'B' is None, which is no tensor" in refusal(A, None)


def test_count():
    assert "takes 2 operand(s) (A, B), but got 1" in refusal(A)


def test_wrong_shape():
    assert "extent of 'j' is 4" in refusal(A, B[:, :3])


def test_foreign_array_that_fails():
    class Broken:
        def __dlpack__(self, **_):
            raise RuntimeError("on another device")

        def __dlpack_device__(self):
            return (1, 0)
    assert "cannot be read through DLPack" in refusal(Broken(), B)


@pytest.mark.parametrize("condition", ["0 > 2", "i < i", "i - i - 2 >= 0"])
def test_an_operand_that_is_never_read_is_an_operand(condition):
    op = neo.expr(f"C[i] = A[i] + (B[i] if {condition} else 7)")
    assert op.operands == ("A", "B")
    ones = np.ones(3)
    np.testing.assert_array_equal(op(ones, ones), 8 * ones)
    da, db = op.vjp((ones, ones), ones)
    np.testing.assert_array_equal(da, ones)
    np.testing.assert_array_equal(db, 0 * ones)


def test_extents_may_be_called_like_parameters():
    op = neo.expr("C[text,self] = 10.0 * text + self", text=2, self=3)
    np.testing.assert_array_equal(op(), [[0, 1, 2], [10, 11, 12]])


def test_positions_of_truth_values():
    truth = np.array([[False, True, True], [True, False, True]])
    np.testing.assert_array_equal(neo.expr("C[i] argmax= A[i,j]")(truth), [1, 0])
    np.testing.assert_array_equal(neo.expr("C[i] argmin= A[i,j]")(truth), [0, 1])


def test_clamped_reads_of_bytes_are_integers():
    op = neo.expr("C[i] += A[min(max(i+j-2, 0), 4)]", i=6, j=3)
    a = np.array([3, -1, 2, 7, 5], np.int8)
    wanted, = neo.interpret(op, a)
    np.testing.assert_array_equal(op(a), wanted)
    assert op(a).dtype == wanted.dtype


@pytest.mark.parametrize("call, said", [
    (lambda: neo.exp(None), "an operand is None, which is no tensor: compute without"),
    (lambda: neo.jit(lambda x, y: x + y)(A, None), "x if y is None else x + y"),
    (lambda: neo.exp("x"), "an operand is a str: pass a NumPy array"),
    (lambda: neo.mean({"a": A}), "is a dict: use one of the arrays that it holds"),
    (lambda: neo.exp(object()), "an operand is an object: pass")])
def test_what_carries_no_array_is_not_called_static(call, said):
    with pytest.raises(neo.DtypeError) as caught:
        call()
    assert said in str(caught.value) and "static" not in str(caught.value)


def test_an_argument_of_a_program_may_be_meant_to_be_static():
    with pytest.raises(neo.DtypeError, match="argument 'mode' is a str: .*static="):
        neo.jit(lambda x, mode: x)(A, "mode")
    shifted = neo.jit(lambda x, y: x if y is None else x + y)
    np.testing.assert_array_equal(shifted(A, None), A)
