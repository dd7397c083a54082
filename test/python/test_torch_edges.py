# test_torch_edges.py - special and large values by backend="neo"
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Where an operator's formula overflows or loses digits, the operator does not."""

import math

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers

INF, NAN = math.inf, math.nan
LARGE = 2**62 + 1

FUNCTIONS = {
    "asinh": (torch.asinh, [-1e20, 1e30, INF, 0.0]),
    "acosh": (torch.acosh, [1e20, 1e30, -1e30, 1.0]),
    "hypot": (lambda x: torch.hypot(x, x), [1e30, 1e-30, 0.0, INF]),
    "hypot beside NaN": (lambda x: torch.hypot(x, x * NAN), [INF, -INF, 1.0]),
    "one over a root": (lambda x: x ** -0.5, [-0.0, 0.0, -INF, INF, -1.0, 4.0]),
    "round": (torch.round, [INF, -INF, -0.5, 2.5]),
    "sign": (torch.sign, [NAN, -2.0, 0.0]),
    "sgn": (torch.sgn, [NAN, -2.0, 0.0]),
    "lgamma": (torch.lgamma, [INF, -INF, 3.0, -1.0]),
    "atan2": (lambda x: torch.atan2(x, x.abs()), [INF, -INF, 1.0]),
    "remainder": (lambda x: torch.remainder(x, 2 * math.pi), [1e5, 1e9, -1.0]),
    "remainder of tenths": (lambda x: torch.remainder(x, 0.1), [1e6, 10.0, -1.0]),
    "remainder of infinity": (lambda x: torch.remainder(x, INF), [1.0, -1.0]),
    "fmod": (lambda x: torch.fmod(x, 0.7), [1e9, -1e9, -1e-20]),
    "floor_divide": (lambda x: x // 0.1, [10.0, -10.0, 1e6]),
    "floor_divide by infinity": (lambda x: x // -INF, [1.0, -1.0]),
}
WHOLE = {
    "floor": lambda x: x // 3, "remainder": lambda x: x % 3,
    "fmod": lambda x: torch.fmod(x, 3),
    "trunc": lambda x: torch.div(x, 3, rounding_mode="trunc"),
    "by a tensor": lambda x: torch.div(x, x * 0 + 3, rounding_mode="trunc"),
}


GAMMAS = [-1e-12, 1e-12, -1e-7, -3e-8, -0.3, 0.4, -1.0001, -2.3, 0.9999, 1.0001, 1 + 1e-6,
          1.9999, 2.001, 2.6, 9.99, 10.01, 33.0, 1e20]


@pytest.mark.parametrize("function", [torch.lgamma, torch.digamma])
@pytest.mark.parametrize("dtype, rtol", [(torch.float32, 2e-6), (torch.float64, 1e-13)])
def test_gammas_keep_their_digits(function, dtype, rtol):
    # Beside poles and zeros, too: of digamma's zero at 1.46 no digit is asked.
    torch._dynamo.reset()
    x = torch.tensor(GAMMAS, dtype=dtype)
    found = torch.compile(function, backend="neo")(x).double()
    torch.testing.assert_close(found, function(x.double()), rtol=rtol, atol=0)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_special_values(name, dtype):
    function, values = FUNCTIONS[name]
    torch._dynamo.reset()
    x = torch.tensor(values, dtype=dtype)
    torch.testing.assert_close(torch.compile(function, backend="neo")(x), function(x),
                               equal_nan=True)


@pytest.mark.parametrize("name", WHOLE)
def test_integers_beyond_what_floats_hold(name):
    torch._dynamo.reset()
    x = torch.tensor([LARGE, -LARGE, 7, -7, 0])
    assert torch.equal(torch.compile(WHOLE[name], backend="neo")(x), WHOLE[name](x))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_cumulative_sums_of_halves_are_kept_in_float32(dtype):
    torch._dynamo.reset()
    found = torch.compile(lambda x: x.cumsum(0), backend="neo")(torch.ones(4000, dtype=dtype))
    assert found.dtype is dtype and found[-1] == torch.tensor(4000.0, dtype=dtype)


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_remainders_of_the_least_integer(dtype):
    least = torch.iinfo(dtype).min
    a = torch.tensor([least, least, least, -7], dtype=dtype)
    b = torch.tensor([7, -7, least + 1, 3], dtype=dtype)
    torch._dynamo.reset()
    assert torch.equal(torch.compile(torch.fmod, backend="neo")(a, b), torch.fmod(a, b))


@pytest.mark.parametrize("x", [[-INF] * 16, [-INF] * 10 + [1.0, -INF] * 3])
def test_windows_of_minus_infinity_have_a_place(x):
    x = torch.tensor(x).reshape(1, 1, 4, 4)

    def pooled(x):
        x = x.clone().requires_grad_()
        y, places = function(x)
        return y, places, torch.autograd.grad(y, x, torch.ones_like(y))[0]

    def function(x):
        return torch.nn.functional.max_pool2d(x, 3, 2, 1, return_indices=True)

    expected = pooled(x)
    function = torch.compile(function, backend="neo", fullgraph=True)
    torch.testing.assert_close(pooled(x), expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("approximate", ["tanh", "none"])
def test_gelu_of_halves_is_rounded_once(dtype, approximate):
    def function(x):
        return torch.nn.functional.gelu(x, approximate=approximate)

    x = torch.linspace(-6, 6, 2001).to(dtype)
    found = torch.compile(function, backend="neo", fullgraph=True)(x)
    torch.testing.assert_close(found, function(x.double()).to(dtype), atol=1e-5,
                               rtol=2 * torch.finfo(dtype).eps)


@pytest.mark.parametrize("ends, dtype", [
    ((100, -3.5, 8), torch.int64), ((-7, 10, 6), torch.int32), ((3, 5, 1), torch.float32),
    ((-1.0, 0.1, 7), torch.float32), ((0.1, 0.7, 13), torch.float64)])
def test_numbers_at_equal_distances_have_exact_ends(ends, dtype):
    torch._dynamo.reset()

    def function(x):
        return x + torch.linspace(*ends, dtype=dtype)

    x = torch.zeros((), dtype=dtype)
    found, wanted = torch.compile(function, backend="neo")(x), function(x)
    torch.testing.assert_close(found, wanted)
    assert found[0] == wanted[0] and found[-1] == wanted[-1]


@pytest.mark.parametrize("function", [
    lambda: torch.arange(-500, 500, dtype=torch.bfloat16),
    lambda: torch.arange(-40000, 40000, dtype=torch.float16),
    lambda: torch.arange(0, 70, 0.001, dtype=torch.float16),
    lambda: torch.linspace(-1, 1, 70000, dtype=torch.float16),
    lambda: torch.arange(0, 5, 1.5, dtype=torch.int64)])
def test_ranges_are_rounded_once(function):
    torch._dynamo.reset()
    wanted = function()
    found = torch.compile(lambda x: function() * x, backend="neo")(torch.tensor(1))
    rtol = torch.finfo(found.dtype).eps if found.is_floating_point() else 0
    torch.testing.assert_close(found, wanted, rtol=rtol, atol=1e-4 * (rtol > 0))


@pytest.mark.parametrize("name", ["max", "min"])
def test_no_elements_have_no_extremum(name: str):
    compiled = torch.compile(lambda x: getattr(x, name)(), backend="neo")
    with pytest.raises(RuntimeError, match="Expected reduction dim"):
        compiled(torch.zeros(0, 3))
