# test_torch_data.py - layers that read at positions that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tables, samplers, distances and pooling against eager mode, in float64 and without
PyTorch's operators (neo.torch.aten)."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402
from torch.nn import functional as F  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setenv("NEO_TORCH_STRICT", "1")
    torch._dynamo.reset()
    torch.manual_seed(5)


def numbers(*shape):
    return torch.randn(shape, dtype=torch.float64, requires_grad=True)


def check(function, *operands):
    """Results and the gradients of all floats, twice with other numbers."""
    compiled = torch.compile(function, backend="neo", fullgraph=True)
    wanted = [o for o in operands if o.requires_grad]
    for _ in range(2):
        results = [f(*operands) for f in (compiled, function)]
        torch.testing.assert_close(*results, rtol=1e-8, atol=1e-10)
        cotangent = torch.randn_like(results[0])
        torch.testing.assert_close(*(
            torch.autograd.grad(r, wanted, cotangent) for r in results),
            rtol=1e-8, atol=1e-10)
        with torch.no_grad():
            for each in wanted:
                each.copy_(torch.randn_like(each))


@pytest.mark.parametrize("mode", ["sum", "mean"])
@pytest.mark.parametrize("padding", [None, 3])
def test_bags_of_rows(mode, padding):
    index = torch.randint(0, 7, (9,))
    check(lambda w, i: F.embedding_bag(i.view(3, 3), w, mode=mode, padding_idx=padding),
          numbers(7, 4), index)
    offsets = torch.tensor([0, 2, 2, 5, 9])  # The second one and the last are empty.
    check(lambda w, i, o: F.embedding_bag(i, w, o, mode=mode, padding_idx=padding),
          numbers(7, 4), index, offsets)
    check(lambda w, i, o: F.embedding_bag(i, w, o, mode=mode, padding_idx=padding,
                                          include_last_offset=True),
          numbers(7, 4), index, offsets)


def test_bags_end_before_the_last_position():
    # In float64 PyTorch takes the last bag to the end.
    operands = torch.tensor([0, 1, 2, 1]), torch.randn(3, 2), torch.tensor([0, 1, 2])
    found, wanted = (f(*operands, mode="sum", include_last_offset=True) for f in (
        torch.compile(F.embedding_bag, backend="neo"), F.embedding_bag))
    torch.testing.assert_close(found, wanted)


def test_bags_of_weighted_rows():
    index, offsets = torch.randint(0, 7, (9,)), torch.tensor([0, 2, 2, 5])
    check(lambda w, s, i, o: F.embedding_bag(i, w, o, mode="sum", per_sample_weights=s),
          numbers(7, 4), numbers(9), index, offsets)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("padding, align", [("zeros", False), ("border", True),
                                            ("reflection", False), ("reflection", True)])
def test_images_at_places(mode, padding, align):
    def sample(x, grid):
        found = F.grid_sample(x, grid, mode, padding, align)
        return found + 0 * grid.sum() if mode == "nearest" else found

    check(sample, numbers(2, 3, 5, 6), numbers(2, 4, 3, 2))


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_places_that_are_not_numbers(padding):
    x = numbers(1, 1, 3, 3)
    grid = torch.tensor([[[[float("nan"), 0.0], [0.5, float("nan")]]]]).double()
    found, wanted = (f(x, grid, "bilinear", padding, False) for f in (
        torch.compile(F.grid_sample, backend="neo"), F.grid_sample))
    torch.testing.assert_close(found, wanted, equal_nan=True)


def test_volumes_at_places():
    check(lambda x, grid: F.grid_sample(x, grid, align_corners=False),
          numbers(1, 2, 3, 4, 5), numbers(1, 2, 3, 2, 3))


@pytest.mark.parametrize("p", [0.5, 1.0, 1.5, 2.0, 3.0, float("inf")])
def test_distances(p):
    a, b = numbers(2, 5, 3), numbers(2, 4, 3)
    with torch.no_grad():
        b[0, 1] = a[0, 2]  # A distance of 0.
    check(lambda a, b: torch.cdist(a, b, p), a, b)


def test_the_largest_of_windows_of_any_size():
    check(lambda x: F.adaptive_max_pool2d(x, (3, 5)), numbers(2, 3, 7, 5))
    check(lambda x: F.adaptive_max_pool1d(x, 3), numbers(2, 3, 8))
    check(lambda x: F.adaptive_max_pool3d(x, (2, 3, 1)), numbers(1, 2, 4, 5, 3))
    x = numbers(2, 3, 7, 5)
    found = torch.compile(lambda x: F.adaptive_max_pool2d(x, (3, 2), True),
                          backend="neo")(x)[1]
    assert torch.equal(found, F.adaptive_max_pool2d(x, (3, 2), True)[1])


@pytest.mark.parametrize("how", ["sum", "mean", "prod", "amax", "amin"])
@pytest.mark.parametrize("include", [True, False])
def test_what_is_folded_at_positions(how, include):
    index = torch.randint(0, 5, (4, 3))  # Of the last column none.
    check(lambda x, s: x.scatter_reduce(0, index, s, how, include_self=include),
          numbers(5, 4), numbers(4, 3))


@pytest.mark.parametrize("function", [
    lambda x: torch.addmv(x[0], x, x[1], beta=1.7, alpha=2.9),
    lambda x: torch.addbmm(x, x[None], x[None], beta=0.5, alpha=1.2),
    lambda x: torch.signbit(x), lambda x: torch.signbit(-x.double()),
    lambda x: torch.signbit(x > 0)])
def test_integers(function):
    x = torch.tensor([[1, -2, 0], [5, 7, -3], [0, 2, 4]])
    found = torch.compile(function, backend="neo")(x)
    torch.testing.assert_close(found, function(x))


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("x", [torch.randn(7, 3), torch.tensor(float("nan")),
                               torch.tensor(2), torch.randn(0)])
def test_buckets(x, right):
    for boundaries in (torch.tensor([-0.5, 0.0, 0.7]), torch.tensor([1, 2, 2, 5])):
        found = torch.compile(lambda x, b: torch.bucketize(x, b, right=right),
                              backend="neo", fullgraph=True)(x, boundaries)
        assert torch.equal(found, torch.bucketize(x, boundaries, right=right))


def test_means_of_integers_are_left_to_pytorch(monkeypatch):
    monkeypatch.setenv("NEO_TORCH_STRICT", "0")
    x = torch.arange(18).view(1, 2, 9)
    found = torch.compile(lambda x: F.avg_pool1d(x, 4, 2), backend="neo")(x)
    assert torch.equal(found, F.avg_pool1d(x, 4, 2))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("function", [
    torch.lgamma, torch.tan, torch.asinh, lambda x: torch.atan2(x, x + 1),
    lambda x: torch.hypot(x, x), lambda x: torch.softmax(x, 1),
    lambda x: F.scaled_dot_product_attention(x[None, None], x[None, None],
                                             x[None, None])])
def test_half_precision_is_rounded_once(function, dtype):
    """As in eager mode; operation after operation, errors would be up to eight times
    as large."""
    x = (torch.rand(12, 16) * 5 + 0.1).to(dtype)
    found, eager = (f(x).double() for f in (torch.compile(function, backend="neo"),
                                            function))
    wanted = function(x.double())
    assert (found - wanted).abs().max() <= 2 * (eager - wanted).abs().max()


def test_normalised_weights():
    from torch.nn.utils.parametrizations import weight_norm
    model = weight_norm(nn.Conv2d(3, 4, 3)).double()
    names = [n for n, _ in model.named_parameters()]
    check(lambda x, *given: torch.func.functional_call(
        model, dict(zip(names, given)), x),
        numbers(2, 3, 5, 5), *(p.detach().clone().requires_grad_()
                               for p in model.parameters()))
