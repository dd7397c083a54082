# test_duality.py - forward mode against reverse mode on random programs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""For any function f with the Jacobian J, and any u and v,

    < u, J v >  ==  < u J, v >

The left side is @main_jvp, the right one @main_vjp, of programs in any mixture
of reductions, guards and operators. Operands are small integers; only products
of many terms are rounded. test_jvp.py asks for equality on the corpus.
"""
import random

import numpy as np
import pytest

import neo
from neo.native import compile_text
from random_programs import RandomProgram

SEEDS = 200
BOTH = ("builtin.module(neo-autodiff{functions=main mode=forward},"
        "neo-autodiff{functions=main})")


class FloatProgram(RandomProgram):
    """Doubles, and what has a derivative."""

    float_kinds = ["", "sum", "sum", "prod", "max", "min", "argmax"]

    def __init__(self, rng):
        super().__init__(rng)
        self.element, self.is_float = "f64", True


def dot(one, other):
    with np.errstate(invalid="ignore", over="ignore"):
        return sum(np.sum(a * b) for a, b in zip(one, other, strict=True))


def draw(generator, shapes):
    return [np.asarray(generator.integers(-2, 3, shape), np.float64)
            for shape in shapes]


def seeds_of(program):
    """Operands and tangents."""
    generator = np.random.default_rng(17)
    shapes = [tuple(shape) for _, shape in program.arguments]
    return draw(generator, shapes), draw(generator, shapes)


def check(seed):
    """Whether both sides are finite; if they are, they must agree."""
    program = FloatProgram(random.Random(seed))
    derived = neo.canonical(program.write(), BOTH)
    primals, tangents = seeds_of(program)
    found = neo.interpret(derived, *primals, *tangents, function="main_jvp")
    results = neo.interpret(derived, *primals)
    for one, other in zip(found, results):
        np.testing.assert_array_equal(one, other)
    moved = found[len(results):]
    generator = np.random.default_rng(seed)
    floats = [r for r in results if r.dtype == np.float64]
    weights = draw(generator, [r.shape for r in floats])
    given = iter(weights)
    cotangents = [next(given) if r.dtype == np.float64 else r for r in results]
    pulled = neo.interpret(derived, *primals, *cotangents,
                           function="main_vjp")
    forwards, backwards = dot(weights, moved), dot(pulled, tangents)
    if not np.isfinite(forwards) or not np.isfinite(backwards):
        return False
    terms = [np.abs(a * b) for a, b in (*zip(weights, moved),
                                        *zip(pulled, tangents))]
    rounding = 1e-9 * sum(map(np.sum, terms))
    assert abs(forwards - backwards) <= rounding, f"seed {seed}"
    return True


def test_random_programs():
    finite = sum(check(seed) for seed in range(SEEDS))
    assert finite > SEEDS // 2


@pytest.mark.parametrize("seed", range(0, SEEDS, 10))
def test_compiled_tangents_are_the_interpreted_ones(seed):
    program = FloatProgram(random.Random(seed))
    derived = neo.canonical(program.write(), BOTH)
    primals, tangents = seeds_of(program)
    arrays = [*primals, *tangents]
    expected = neo.interpret(derived, *arrays, function="main_jvp")
    renamed = derived.replace("@main_jvp(", "@other(").replace(
        "@main(", "@primal(").replace("@other(", "@main(")
    for one, other in zip(compile_text(renamed).run(arrays), expected,
                          strict=True):
        np.testing.assert_array_equal(one, other)
