# test_matrix_products.py - products of matrices in tile registers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled for `amx` where this processor has tile registers, and compared with float64
or, for bytes, with exact integers. Extents fill registers or do not, and are less than
one."""

import ml_dtypes
import numpy as np
import pytest

import neo

BF16 = ml_dtypes.bfloat16
EXTENTS = [(32, 64, 64), (37, 50, 70), (16, 32, 64), (5, 64, 33), (40, 30, 7),
           (64, 130, 48), (17, 96, 17), (3, 16, 2)]
SPELLINGS = {"AB": "C[i,j] += A[i,k] * B[k,j]", "AtB": "C[i,j] += A[k,i] * B[k,j]",
             "ABt": "C[i,j] += A[i,k] * B[j,k]"}


def has_tile_registers():
    """Whether code for them runs here."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="ignore") as file:
            flags = file.read()
    except OSError:
        return False
    return "amx_bf16" in flags and "amx_int8" in flags


needs_tile_registers = pytest.mark.skipif(
    not has_tile_registers(), reason="this processor has no tile registers")


@pytest.fixture(autouse=True)
def for_tile_registers(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "amx")


def made_up(dtype, spelling, m, k, n):
    random = np.random.default_rng(m * k + n)
    shapes = (k, m) if spelling == "AtB" else (m, k), (n, k) if spelling == "ABt" else (k, n)
    if dtype == np.int8:
        return [random.integers(-128, 128, shape, np.int8) for shape in shapes]
    return [random.standard_normal(shape).astype(dtype) for shape in shapes]


def exact(spelling, a, b):
    a, b = (x.astype(np.int64 if x.dtype == np.int8 else np.float64) for x in (a, b))
    return (a.T if spelling == "AtB" else a) @ (b.T if spelling == "ABt" else b)


@needs_tile_registers
@pytest.mark.parametrize("extents", EXTENTS, ids=str)
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("threads", [1, 2])
def test_products_of_bf16(spelling, extents, threads):
    a, b = made_up(BF16, spelling, *extents)
    product = neo.jit(neo.expr(SPELLINGS[spelling]), threads=threads)
    found = product(a, b)
    true = exact(spelling, a, b)
    size = exact(spelling, np.abs(a), np.abs(b))
    error = np.abs(found.astype(np.float64) - true)
    assert (error <= 2.0**-8 * np.abs(true) + 2e-6 * size).all()


@needs_tile_registers
@pytest.mark.parametrize("extents", EXTENTS, ids=str)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_products_of_bytes_are_exact(spelling, extents):
    a, b = made_up(np.int8, spelling, *extents)
    operator = neo.expr(SPELLINGS[spelling])
    product = neo.jit(lambda x, y: operator(x.astype("i32"), y.astype("i32")))
    np.testing.assert_array_equal(product(a, b), exact(spelling, a, b))


@needs_tile_registers
def test_convolutions_and_epilogues():
    """Taps are loops around the depth, rows are pixels two apart."""
    operator = neo.expr("C[y,x,o] += A[2*y+r,2*x+s,c] * B[r,s,c,o]; "
                        "D[y,x,o] = max(C[y,x,o] + v[o], 0)", y=4, x=20)
    random = np.random.default_rng(7)
    a, b, v = (random.standard_normal(shape).astype(BF16)
               for shape in ((9, 41, 32), (3, 3, 32, 48), (48,)))
    step = neo.jit(operator)
    assert "matrix" in step.schedule(a, b, v)
    wide = operator(*(x.astype(np.float64) for x in (a, b, v)))
    np.testing.assert_allclose(step(a, b, v).astype(np.float64), wide, atol=0.15,
                               rtol=2.0**-6)


def test_the_default_schedule_has_whole_registers():
    a, b = made_up(BF16, "AB", 128, 256, 128)
    text = neo.jit(neo.expr(SPELLINGS["AB"])).schedule(a, b)
    assert "matrix" in text.splitlines()[-1]


def test_without_them_there_are_vectors(monkeypatch):
    monkeypatch.setenv("NEO_TARGET", "avx512-bf16")
    a, b = made_up(BF16, "AB", 128, 256, 128)
    assert "matrix" not in neo.jit(neo.expr(SPELLINGS["AB"])).schedule(a, b)
