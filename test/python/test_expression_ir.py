# test_expression_ir.py - the IR of expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import re

import numpy as np
import pytest

import neo

MATMUL = """\
module {
  func.func @main(%A: tensor<4x6xf32>, %B: tensor<6x5xf32>) -> \
(tensor<4x5xf32>) {
    // C[i,j] += A[i, k] * B[k, j]
    %C = neo.compute [i: 4, j: 5] sum [k: 6]
           %A[i, k],
           %B[k, j]
         : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
    ^bb0(%A.0: f32, %B.1: f32):
      %0 = arith.mulf %A.0, %B.1 : f32
      neo.yield %0 : f32
    }
    func.return %C : tensor<4x5xf32>
  }
}
"""


def ir(text, *specs, **extents):
    return neo.expr(text, **extents).ir(*specs)


def f64(*shape):
    return neo.spec(shape, "f64")


def test_matmul_in_full():
    found = ir("C[i,j] += A[i,k] * B[k,j]", neo.spec((4, 6), "f32"),
               neo.spec((6, 5), "f32"))
    assert found == MATMUL


def test_guarded_read():
    found = ir("C[p] += (A[2*p+r-1] if 0 <= 2*p+r-1 < 9 else -inf) * W[r]",
               f64(9), f64(3), p=5)
    assert "%A[2 * p + r - 1] if (2 * p + r - 1 >= 0, 2 * p + r - 1 < 9) " \
        "else -inf" in found


def test_equal_reads_are_one_operand():
    found = ir("C[i] = A[i] * A[i] + A[3-i] * A[i+0]", f64(4))
    assert "%A[i],\n" in found and "%A[3 - i]\n" in found
    assert found.count("%A[") == 2


def test_clamped_read_is_split():
    found = ir("C[i] = A[min(max(i-1, 0), 3)]", f64(4), i=6)
    assert "%A[i - 1] if (i - 1 >= 0, i - 1 <= 3) else -0.0" in found
    assert "%A[0] if (i - 1 < 0) else -0.0" in found
    assert "%A[3] if (i - 1 >= 0, i - 1 > 3) else -0.0" in found


def test_guard_around_a_product_needs_no_select():
    found = ir("C[i,j] = A[i] * B[j] if i < j else 0", f64(4), f64(4))
    assert found.count("if (i < j) else 0.0") == 2
    assert "select" not in found


def test_guard_around_a_function_selects():
    found = ir("C[i,j] = exp(A[i]) if i < j else 0", f64(4), j=4)
    assert "if (i < j) else 0.0" in found and "arith.select" in found


def test_loop_variables_as_values():
    found = ir("C[i] += A[i,j] * (i + 2*j)", f64(4, 5))
    assert "neo.index 0 : index" in found and "neo.index 1 : index" in found
    assert "arith.sitofp" in found


def test_index_quotients_and_remainders():
    found = ir("C[i] = A[(i // 2) % 4 // 2, (i // 8 + 1) % 3]", f64(2, 3), i=9)
    assert "%A[((i floordiv 2) mod 4) floordiv 2, (i floordiv 8 + 1) mod 3]" \
        in found
    assert "%A[2 * (i mod 2)]" in ir("C[i] = A[i % 2 * 2]", f64(3), i=9)


def test_bare_names_are_scalars():
    found = ir("C[i] = A[i] * s + t[]", f64(4), f64(), f64())
    assert "%s[]" in found and "%t[]" in found


def test_words_of_mlir_are_renamed():
    found = ir("C[i1,mod] = A[i1] * B[mod]", f64(4), f64(5))
    assert "[i1_: 4, mod_: 5]" in found


def test_statements_share_a_function():
    found = ir("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]);"
               "Z[i] += E[i,j]; Y[i,j] = E[i,j] / Z[i]", f64(3, 4))
    assert re.findall(r"%(\w+) = neo", found) == ["M", "E", "Z", "Y"]
    assert "func.return %Y" in found


def test_reduction_into_an_assigned_tensor_adds():
    found = ir("Y[i] = B[i]; Y[i] += A[i,k] * X[k]", f64(3), f64(3, 4), f64(4))
    assert re.findall(r"%(\w+) = neo", found) == ["Y", "Y_1", "Y_2"]
    assert "// Y[i] = Y[i] + Y_added[i]" in found


def test_no_reduction_variable_no_kind():
    assert "neo.compute [i: 4]\n" in ir("C[i] += A[i]", f64(4))


def test_shared_ties_are_an_attribute():
    found = ir("C[i] amax= A[i,j]", f64(4, 5))
    assert "neo.compute [i: 4] max [j: 5]\n" in found
    assert '{neo.ties = "shared"}\n' in found
    assert "neo.compute [] min [i: 4]\n" in ir("C[] amin= A[i]", f64(4))


@pytest.mark.parametrize("text", [
    "C[] max= A[i]", "C[i] amax= A[i]", "C[] amax= A[i] > 0"])
def test_nothing_ties_without_terms_that_share(text):
    assert "neo.ties" not in ir(text, f64(4))


def test_no_operands():
    found = ir("I[i,j] = where(i == j, 1, 0)", i=3, j=3)
    assert ": () -> tensor<3x3xf64> {\n      %0 = neo.index 0" in found


def test_integers_stay_integers():
    found = ir("C[i] += A[i,j] * 2 + i % 3", neo.spec((4, 5), "i32"))
    assert "tensor<4xi32>" in found and "arith.muli" in found


def test_comparison_is_a_truth_value():
    assert "-> tensor<4xi1>" in ir("C[i] = A[i] > 0", f64(4))
    assert " or [i: 4]" in ir("C[] max= A[i] > 0", f64(4))
    assert "-> tensor<i64>" in ir("C[] += A[i] > 0", f64(4))


@pytest.mark.parametrize("dtype, zero, inf", [
    ("f64", "0.0", "0x7FF0000000000000"), ("f32", "0.0", "0x7F800000"),
    ("f16", "0.0", "0x7C00"), ("bf16", "0.0", "0x7F80")])
def test_constants_have_the_element_type(dtype, zero, inf):
    found = ir("C[i] = max(A[i], 0) + inf * A[i]", neo.spec(4, dtype))
    assert f"arith.constant {zero} : {dtype}" in found
    assert f"arith.constant {inf} : {dtype}" in found


def test_small_constants_are_floats_of_mlir():
    assert "arith.constant 1.0e-08 : f64" in ir("C[i] = A[i] + 1e-8", f64(4))


def test_whole_powers_multiply():
    found = ir("C[i] = A[i]**3 + pow(A[i], 0.5)", f64(4))
    assert found.count("arith.mulf") == 2 and found.count("math.powf") == 1


def test_sigmoid_is_arithmetic():
    found = ir("C[i] = sigmoid(A[i])", f64(4))
    for operation in ("negf", "exp", "addf", "divf"):
        assert operation in found


def test_adjoint_is_declared_and_called():
    found = neo.expr("C[i] = A[i] * N[i]").vjp_ir(f64(4), neo.spec(4, "i32"))
    assert "func.func private @op_0_vjp(tensor<4xf64>, tensor<4xi32>, " \
        "tensor<4xf64>) -> (tensor<4xf64>)" in found
    assert "func.call @op_0_vjp(%A, %N, %dC)" in found


def test_print_shows_the_expression():
    op = neo.expr("  C[i,j] = A[i]\n\n  D[i] += C[i,j] ", j=3)
    assert str(op) == "C[i,j] = A[i]\nD[i] += C[i,j]"
    assert op.operands == ("A",) and op.extents == {"j": 3}


def test_literals_that_are_equal_are_told_apart():
    """What was lowered once is taken again for an equal statement."""
    for one, dtype in (("1", "i64"), ("1.0", "f64"), ("1", "i64")):
        text = neo.expr(f"Y[i] = i * {one}", i=4).ir()
        assert f"-> tensor<4x{dtype}>" in text
    x = np.ones(3, np.float32)
    for zero in ("0.0", "-0.0", "0.0"):
        found = neo.expr(f"Y[i] = X[i] if i < 1 else {zero}", i=3)(x)
        assert list(np.signbit(found[1:])) == [zero == "-0.0"] * 2
