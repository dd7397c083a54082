# test_derivative_rules.py - the derivative of every operation of a body
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Both modes against difference quotients, for each operation that makes a float of
a float. `test_the_table_is_covered` fails when a row of the interpreter's table is
neither differentiated here nor one of those through which nothing flows."""

import numpy as np
import pytest
from kernel_programs import DTYPES, operator
from test_scalar_operations import (BINARY, BY_CONSTANT, INTEGER_BINARY,
                                    INTEGER_UNARY, TERNARY, TESTS, UNARY, table)

core = pytest.importorskip("neo._core")

FLAT = {f"math.{name}" for name in "ceil floor round roundeven trunc".split()}
CONVERSIONS = {"arith.extf": ("f32", "f64"), "arith.truncf": ("f64", "f32")}
EXPONENT = """%i = neo.index 0 : index
%c = arith.constant 7 : index
%three = arith.constant 3 : index
%m = arith.remui %i, %c : index
%d = arith.subi %m, %three : index
%e = arith.index_cast %d : index to i32
%r = math.fpowi %x0, %e : f64, i32"""
SPECIAL = {
    "arith.negf": "%r = arith.negf %x0 : f64",
    "arith.select": "%t = arith.cmpf olt, %x0, %x1 : f64\n"
                    "%r = arith.select %t, %x0, %x1 : f64",
    "math.fma": "%r = math.fma %x0, %x1, %x2 : f64",
    "math.clampf": "%r = math.clampf %x0 to [%x1, %x2] : f64",
    "math.fpowi": EXPONENT,
    **{name: f"%h = {name} %x0 : {a} to {b}\n%r = {back} %h : {b} to {a}"
       for (name, (a, b)), back in zip(CONVERSIONS.items(),
                                       reversed(CONVERSIONS))},
}
#: Integers come out, or go in: nothing flows.
CONSTANT = ({f"math.{name}" for name in TESTS + INTEGER_UNARY}
            | {f"arith.{name}" for name in BY_CONSTANT} | set(INTEGER_BINARY)
            | {f"arith.{name}" for name in
               "cmpf cmpi extsi extui trunci sitofp uitofp fptosi fptoui "
               "index_cast index_castui bitcast".split()})


def bodies() -> dict[str, tuple[str, int, str]]:
    """Body, number of operands and type for each operation."""
    found = {f"math.{name}": (f"%r = math.{name} %x0 : f64", 1)
             for name in UNARY}
    found |= {name: (f"%r = {name} %x0, %x1 : f64", 2) for name in BINARY}
    found |= {name: (body, 1 + ("%x1" in body) + ("%x2" in body))
              for name, body in SPECIAL.items()}
    return {name: (body, count, CONVERSIONS.get(name, ("f64",))[0])
            for name, (body, count) in found.items()}


def points(name: str, count: int, element: str) -> list[np.ndarray]:
    """Where the operation is smooth: away from ties, steps and the ends of its
    domain."""
    x = np.linspace(0.1, 0.9, 14) + (1 if name == "math.acosh" else 0)
    if name == "arith.remf":
        return [x * 9 + 0.03, x + 1]
    if name in ("math.fpowi", "math.copysign"):
        x = np.where(np.arange(14) % 2, x, -x)
    if name == "math.clampf":
        return [x, np.full(14, 0.305), np.full(14, 0.707)]
    if name in CONVERSIONS:  # Multiples of the step, which no rounding changes.
        return [np.round(64 * x).astype(DTYPES[element]) / 64]
    return [x, 1.1 - x[::-1] ** 2, 0.5 - x][:count]


def module(body: str, count: int, element: str) -> str:
    return operator("[i: 14]", [("[i]", (14,))] * count, (14,), element,
                    body).replace("@main", "@f")


def derived(text: str, count: int, element: str, mode: str) -> str:
    """`text` with `mode`'s derivative of @f, declared by its signature."""
    tensor = f"tensor<14x{element}>"
    given = count + (1 if mode == "vjp" else count)
    results = count if mode == "vjp" else 2
    text += (f"func.func private @f_{mode}({', '.join([tensor] * given)}) -> "
             f"({', '.join([tensor] * results)})\n")
    return core.canonical(text, "builtin.module(neo-autodiff)")


@pytest.mark.parametrize("name", bodies())
def test_both_modes_are_the_difference_quotient(name: str) -> None:
    body, count, element = bodies()[name]
    text, x = module(body, count, element), points(name, count, element)
    step = 2**-6 if name in CONVERSIONS else 1e-6
    one = np.ones_like(x[0])
    backward = core.interpret(derived(text, count, element, "vjp"), "f_vjp",
                              [*x, one])
    forward = derived(text, count, element, "jvp")
    for k, found in enumerate(backward):
        direction = [one * (n == k) for n in range(count)]
        high, low = (core.interpret(text, "f", [
            a + sign * step * d for a, d in zip(x, direction)])[0]
            for sign in (1, -1))
        want = (high - low) / (2 * step)
        np.testing.assert_allclose(found, want, rtol=1e-6, atol=1e-6)
        tangent = core.interpret(forward, "f_jvp", [*x, *direction])[1]
        np.testing.assert_allclose(tangent, found, rtol=1e-12, atol=1e-12)
        assert name not in FLAT or not found.any()


def test_the_table_is_covered() -> None:
    assert set(TERNARY) <= set(SPECIAL)
    assert table() == set(bodies()) | CONSTANT
    assert not set(bodies()) & CONSTANT


@pytest.mark.parametrize("element", ["f16", "bf16", "f32"])
@pytest.mark.parametrize("name", ["erfc", "copysign", "fpowi"])
def test_narrow_types_compile(name: str, element: str) -> None:
    """The rules write constants and integers of the types that they meet."""
    body, count, _ = bodies()[f"math.{name}"]
    text = module(body.replace("f64", element), count, element)
    text = derived(text, count, element, "vjp")
    assert f"math.{'exp' if name == 'erfc' else name}" in text.split("@f_vjp")[1]


def second(body: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivatives of a function of one number."""
    n = x.size
    tensor = f"tensor<{n}xf64>"
    text = operator(f"[i: {n}]", [("[i]", (n,))], (n,), "f64", body)
    text = text.replace("@main", "@f")
    text += f"func.func private @f_vjp({tensor}, {tensor}) -> {tensor}\n"
    text += (f"func.func private @f_vjp_jvp({', '.join([tensor] * 4)}) -> "
             f"({tensor}, {tensor})\n")
    text = core.canonical(text, "builtin.module(neo-autodiff)")
    one = np.ones(n)
    slope, curve = core.interpret(text, "f_vjp_jvp", [x, one, one, 0 * one])
    return slope, curve


@pytest.mark.parametrize("n", [-2, -1, 0, 1, 2, 3])
def test_an_integer_power_has_no_pole_that_it_does_not_need(n: int) -> None:
    x = np.array([0.0, -2.0, 0.5])
    slope, curve = second(f"%n = arith.constant {n} : i32\n"
                          "%r = math.fpowi %x0, %n : f64, i32", x)
    with np.errstate(divide="ignore", invalid="ignore"):
        np.testing.assert_allclose(slope, n * x ** (n - 1) if n else 0 * x)
        want = n * (n - 1) * x ** (n - 2.0) if n * (n - 1) else 0 * x
    finite = np.isfinite(want)
    np.testing.assert_allclose(curve[finite], want[finite])


def test_the_least_exponent_does_not_wrap() -> None:
    slope, _ = second("%n = arith.constant -128 : i8\n"
                      "%r = math.fpowi %x0, %n : f64, i8", np.array([-1.5]))
    np.testing.assert_allclose(slope, -128 * (-1.5) ** -129.0)


def test_nothing_flows_from_a_magnitude_of_zero() -> None:
    slope, _ = second("%n = arith.constant -1.0 : f64\n"
                      "%r = math.copysign %x0, %n : f64",
                      np.array([0.0, -0.0, 2.0, -2.0]))
    np.testing.assert_array_equal(slope, [0, 0, -1, 1])
