# test_algebra_sums.py - Products put in another order are the same sums
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo-algebra` on random sums of products against brute force.

Kernels are taken to start for nothing, so that small sums are worth splitting.
"""

import os

import numpy as np
import pytest
from random_sums import RandomSum

import neo

CASES = int(os.environ.get("NEO_PROPERTY_CASES", "300"))
ALGEBRA = "builtin.module(func.func(neo-algebra{start=0}))"


def algebra(text: str) -> str:
    return neo.canonical(text, ALGEBRA)


def check(seed: int) -> bool:
    """Was the expression of `seed` rewritten? Its values are right."""
    case = RandomSum(seed)
    text = neo.expr(case.text(), **case.loops()).ir(*case.arrays)
    rewritten = algebra(text)
    (value,) = neo.interpret(rewritten, *case.arrays)
    np.testing.assert_allclose(
        value, case.expected(), rtol=1e-12, atol=1e-12,
        err_msg=f"NEO_SUM_SEED={seed}: {case.text()}\n{rewritten}")
    return rewritten.count("neo.compute") > 1


def test_random_sums_of_products() -> None:
    seed = os.environ.get("NEO_SUM_SEED")
    if seed:
        check(int(seed))
        return
    split = sum(check(seed) for seed in range(CASES))
    assert split > CASES / 4, f"only {split} of {CASES} were rewritten"


FORMS = {
    "mttkrp": ("A[i,j] += B[i,k,l] * C[k,j] * D[l,j]", "ikl,kj,lj->ij"),
    "bilinear": ("O[n,m] += A[n,k] * W[m,k,l] * B[n,l]", "nk,mkl,nl->nm"),
    "chain": ("O[i,j] += A[i,k] * B[k,l] * C[l,m] * D[m,j]", "ik,kl,lm,mj->ij"),
    "separate": ("O[i] += A[i,j] * B[i,k]", "ij,ik->i"),
}
EXTENTS = {"i": 24, "j": 17, "k": 20, "l": 33, "m": 16, "n": 30}


@pytest.mark.parametrize("dtype,rtol", [("float32", 1e-6), ("float64", 1e-12)])
@pytest.mark.parametrize("name", FORMS)
def test_forms_and_their_gradients(name: str, dtype: str, rtol: float) -> None:
    """Compiled, against einsum in float64."""
    text, einsum = FORMS[name]
    reads, result = einsum.split("->")
    letters = reads.split(",")
    random = np.random.default_rng(1)

    def draw(loops: str) -> np.ndarray:
        return random.uniform(0.5, 1.5, [EXTENTS[a] for a in loops]).astype(dtype)

    arrays, cotangent = [draw(a) for a in letters], draw(result)

    @neo.jit
    def step(*arrays):
        value, pull = neo.vjp(neo.expr(text), *arrays[:-1])
        return [value, *pull(arrays[-1])]

    found = step(*arrays, cotangent)
    wide = [a.astype("float64") for a in arrays]
    wanted = [np.einsum(einsum, *wide)]
    for n, loops in enumerate(letters):
        # Positive terms: the sum is as well conditioned as its terms.
        others = [*wide[:n], *wide[n + 1:], cotangent.astype("float64"),
                  np.ones([EXTENTS[a] for a in loops])]
        names = [*letters[:n], *letters[n + 1:], result, loops]
        wanted.append(np.einsum(f"{','.join(names)}->{loops}", *others))
    for value, exact in zip(found, wanted):
        np.testing.assert_allclose(value, exact, rtol=rtol)


@pytest.mark.parametrize("block", [8, 16])
def test_block_circulant_sums(block: int) -> None:
    """Means along the diagonals of blocks, and their gradient."""
    rows, columns = 4 * block, 3 * block
    text = (f"O[i,j] += A[i//{block}*{block} + k, j//{block}*{block}"
            f" + (k + j - i) % {block}] / {block}")
    f = neo.expr(text, i=rows, j=columns, k=block)
    random = np.random.default_rng(2)
    a, g = random.standard_normal((2, rows, columns))

    @neo.jit
    def both(a, g):
        value, pull = neo.vjp(f, a)
        return value, *pull(g)

    def project(x: np.ndarray) -> np.ndarray:
        found = np.empty_like(x)
        for i, j in np.ndindex(x.shape):
            top, left = i // block * block, j // block * block
            found[i, j] = np.mean([x[top + k, left + (k + j - i) % block]
                                   for k in range(block)])
        return found

    value, gradient = both(a, g)
    np.testing.assert_allclose(value, project(a), rtol=1e-12, atol=1e-14)
    # A projection is its own adjoint.
    np.testing.assert_allclose(gradient, project(g), rtol=1e-12, atol=1e-14)
    text = neo.canonical(neo.jit(f).ir(a), ALGEBRA)
    assert f"neo.compute [i0: 4, i1: 3, i2: {block}] sum [r0: {block}]" in text


@pytest.mark.parametrize("count", [9, 12])
def test_chain_of_many_matrices(count: int) -> None:
    """Beyond eight factors the order is greedy; at once it would not end."""
    rng = np.random.default_rng(count)
    loops = "abcdefghijklm"
    terms = "*".join(f"M{m}[{loops[m]}, {loops[m + 1]}]" for m in range(count))
    sizes = rng.integers(5, 20, count + 1)
    matrices = [rng.standard_normal(shape) for shape in zip(sizes, sizes[1:])]
    f = neo.expr(f"O[a, {loops[count]}] += {terms}")
    np.testing.assert_allclose(f(*matrices), np.linalg.multi_dot(matrices),
                               rtol=1e-11, atol=1e-9)
    found = neo.grad(lambda m: neo.sum(f(m, *matrices[1:])))(matrices[0])
    rest = np.linalg.multi_dot(matrices[1:]).sum(1)
    np.testing.assert_allclose(found, np.tile(rest, (sizes[0], 1)), rtol=1e-9,
                               atol=1e-9)
