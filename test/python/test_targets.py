# test_targets.py - code for other processors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""NEO_TARGET or the module say which processor code is made for.

AVX2 code runs here, so it is compared with the interpreter. AArch64 code is
read: it has to be vector code, and to call nothing for functions of f32.
"""

import re

import numpy as np
import pytest
from kernel_programs import convolution, made_up_inputs, matmul, operator
from random_programs import make_program
from test_float_functions import LIMIT, errors, patterns
from test_kernels import check

import neo

core = pytest.importorskip("neo._core")

SOFTMAX = """
func.func @main(%x: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %m = neo.compute [i: 64] max [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %e = neo.compute [i: 64, j: 96] %x[i, j], %m[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %s = neo.compute [i: 64] sum [j: 96] %e[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64, j: 96] %e[i, j], %s[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<64x96xf32>
}
"""


def function(name):
    return operator("[i: 999]", [("[i]", (999,))], (999,), "f32",
                    f"%r = math.{name} %x0 : f32")


PROGRAMS = {"matmul": matmul(65, 33, 40), "halves": matmul(17, 33, 40, "f16"),
            "integers": matmul(17, 33, 40, "i32"), "softmax": SOFTMAX,
            "convolution": convolution((16, 32), 14, 3, padding=1)}
FUNCTIONS = ["exp", "expm1", "log", "log2", "log1p", "tanh", "erf"]


def runs_avx2():
    try:
        core.Program(with_target(matmul(2, 2, 2), "avx2"), "main", 1)
    except neo.Error:
        return False
    return True


def with_target(text, target):
    return f'module attributes {{neo.target = "{target}"}} {{\n{text}}}\n'


needs_avx2 = pytest.mark.skipif(not runs_avx2(),
                                reason="this processor has no AVX2")


@pytest.fixture
def avx2(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "avx2")


@needs_avx2
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_avx2_code_computes_the_same(name, avx2):
    check(PROGRAMS[name], threads=2)


@needs_avx2
@pytest.mark.parametrize("seed", range(20))
def test_avx2_code_of_random_programs(seed, avx2):
    check(make_program(7000 + seed), seed)


@needs_avx2
@pytest.mark.parametrize("name", FUNCTIONS)
def test_avx2_functions_are_exact(name, avx2):
    x = patterns(0, 1 << 16, 1 << 16)
    units, wrong = errors(name, x, "avx2")
    assert not wrong.any() and units.max() < LIMIT


def test_avx2_code_has_its_registers_only():
    text = core.assembly(with_target(PROGRAMS["matmul"], "avx2"), "main")
    assert "vfmadd" in text and "ymm" in text
    assert "zmm" not in text and not re.search(r"[xy]mm(1[6-9]|[23]\d)", text)


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_neon_code_is_vector_code(name):
    text = core.assembly(with_target(PROGRAMS[name], "neon"), "main")
    assert not re.search(r"[xyz]mm\d", text)
    assert re.search(r"\bv\d+\.(4s|8h)", text)
    if name in ("matmul", "convolution"):
        assert text.count("fmla") >= 8


@pytest.mark.parametrize("name", FUNCTIONS)
def test_neon_functions_call_nothing(name):
    text = core.assembly(with_target(function(name), "neon"), "main")
    calls = set(re.findall(r"\bbl\s+(\w+)", text))
    assert not {call for call in calls if not call.startswith("main_kernel")}
    assert "fmla" in text


def test_the_module_goes_before_the_environment(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "neon")
    text = core.assembly(with_target(PROGRAMS["matmul"], "avx2"), "main")
    assert "ymm" in text


def test_code_for_another_kind_of_processor_does_not_run(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "neon")
    text = matmul(2, 2, 2)
    with pytest.raises(neo.Error, match="code for 'neon' does not run"):
        core.Program(text, "main", 1).run(made_up_inputs(text, 1))


def test_unknown_targets_are_named(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "abacus")
    with pytest.raises(neo.Error, match="there is no target 'abacus'; write"):
        neo.expr("B[i] = A[i] + 1")(np.ones(3))
