# test_torch_scans.py - cumulative sums and products of PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sums and products up to each element, in blocks and step by step."""

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]


def compiled(function):
    return torch.compile(function, backend="neo", fullgraph=True)


@pytest.mark.parametrize("shape, dim", [
    ((3, 200), -1), ((130,), 0), ((2, 3, 65), 2), ((200, 3), 0), ((3, 20), 1)])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_values_and_gradients_are_those_of_eager_mode(name, shape, dim):
    def function(x):
        return getattr(torch, name)(x, dim)

    x = (1 + torch.randn(shape, dtype=torch.float64) / 9).requires_grad_()
    weights = torch.randn(shape, dtype=torch.float64)
    found, expected = compiled(function)(x), function(x)
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(torch.autograd.grad((found * weights).sum(), x),
                               torch.autograd.grad((expected * weights).sum(), x))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.bool, torch.float16,
                                   torch.bfloat16])
def test_other_element_types(dtype):
    x = (torch.rand(3, 150) * 2).to(dtype)
    torch.testing.assert_close(compiled(lambda x: x.cumsum(1))(x), x.cumsum(1))


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_what_is_not_finite_reaches_no_element_before(value):
    x = torch.rand(2, 150)
    x[1, 40] = value
    torch.testing.assert_close(compiled(lambda x: x.cumsum(1))(x), x.cumsum(1),
                               equal_nan=True)


def test_any_batch():
    model = neo.torch.compile(lambda x: x.cumsum(1) * 2)
    for items in (3, 5):
        x = torch.rand(items, 150)
        torch.testing.assert_close(model(x), x.cumsum(1) * 2)
