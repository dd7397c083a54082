# test_torch_layouts.py - tensors that are not contiguous
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Views of every kind are read where they lie, by operators, their derivatives and
compiled graphs."""

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from neo.torch import calls  # noqa: E402
from neo.torch.layouts import layout_of  # noqa: E402
from neo.torch.tensors import array_of  # noqa: E402

pytestmark = pytest.mark.peers

VIEWS = {
    "transposed": lambda a: a.t(),
    "permuted": lambda a: a.view(4, 3, 6).permute(2, 0, 1)[3],
    "steps": lambda a: a[::2, 1:6:3],
    "columns": lambda a: a[:, 2:4],
    "transposed steps": lambda a: a.t()[1::2],
    "one row": lambda a: a[3].expand(5, 6),
    "one column": lambda a: a[:, :1].expand(12, 4),
    "one number": lambda a: a[2, 3].expand(2, 3),
    "windows": lambda a: a.view(-1).unfold(0, 5, 2),
    "a single row": lambda a: a[::5, ::2][1:2],
    "offset": lambda a: a[7:, 1:],
    "channels last": lambda a: a.view(2, 3, 3, 4).to(
        memory_format=torch.channels_last)[0, 1],
    "diagonal": lambda a: a[:6, :6].diagonal().expand(2, 6),
    "nothing": lambda a: a[:0, ::2],
}
DTYPES = [torch.float64, torch.float32, torch.bfloat16, torch.int64]


def matrix(dtype=torch.float64):
    return torch.arange(72).reshape(12, 6).sub(30).to(dtype)


@pytest.fixture(params=VIEWS)
def view(request):
    return VIEWS[request.param]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_values_of_views(view, dtype):
    scaled = neo.torch.op("Y[i,j] = A[i,j] * 2 + 1")
    seen = view(matrix(dtype))
    for _ in range(2):  # Compiled, and called again.
        assert torch.equal(scaled(seen), seen * 2 + 1)


def test_memory_under_a_view_is_that_of_the_view(view):
    seen = view(matrix())
    layout = layout_of(seen)
    if layout is None:
        assert seen.is_contiguous()
        return
    memory = layout.under(seen)
    assert memory.is_contiguous()
    assert memory.data_ptr() == seen.data_ptr() == array_of(memory).ctypes.data
    # Nothing beyond the view's last element is part of it.
    reach = sum((n - 1) * s for n, s in zip(seen.shape, seen.stride()))
    assert memory.numel() == reach + 1


@pytest.fixture
def programs_only(monkeypatch):
    """From here on calls find a program that is there, or fail."""
    def nothing(self, tensors):
        raise AssertionError(f"no program for {[t.stride() for t in tensors]}")

    return lambda: monkeypatch.setattr(calls.Called, "first", nothing)


def test_later_calls_make_no_arrays(view, programs_only):
    if calls._EXCHANGE is None:
        pytest.skip("this PyTorch has no table of functions for DLPack")
    total = neo.torch.op("Y[i] += A[i,j] * B[i,j]")
    seen = view(matrix())
    expected = total(seen, seen)
    programs_only()
    assert torch.equal(total(seen, seen), expected)


def test_views_of_more_than_there_is_memory():
    rows = matrix()[3].expand(1 << 38, 6)  # 12 TiB, were it copied.
    row = neo.torch.op("Y[j] = A[5,j] * s")
    for _ in range(2):
        assert torch.equal(row(rows, 3), rows[0] * 3)
    compiled = torch.compile(lambda a: a[5] * 3, backend="neo")
    assert torch.equal(compiled(rows), rows[0] * 3)


def test_other_layouts_of_one_shape_are_told_apart():
    double = neo.torch.op("Y[i,j] = A[i,j] * 2")
    square = torch.arange(36.0).view(6, 6)
    wide = torch.arange(72.0).view(6, 12)
    views = [square, square.t(), wide[:, :6], wide[:, ::2], wide.t()[:6].t(),
             square[2].expand(6, 6), square.flip(0), square.to(torch.float64).t()]
    for _ in range(2):
        for each in views:
            assert torch.equal(double(each), each * 2)


def test_values_of_changed_sign():
    a = torch.randn(4, 4)
    negated = torch.complex(a, a).conj().imag
    assert negated.is_neg() and not negated.is_contiguous()
    total = neo.torch.op("Y[i] += A[i,j]")
    plain = torch.complex(a, a).imag
    for each in (plain, negated, plain, negated):
        torch.testing.assert_close(total(each), each.sum(1))


def test_kernels_read_views_without_a_copy():
    wide = torch.randn(64, 128)
    for view in (wide[:, :64].t(), wide[:, ::2], wide[0, :64].expand(64, 64)):
        program = calls.Called(lambda a: neo.sum(a * a, axis=1))
        program([view])
        _, _, _, compiled = program._tried._calls[0]
        assert compiled.program.stats == {"launches": 1, "arena_bytes": 0}


@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_views(view, order):
    op = neo.torch.op("C[i,k] += A[i,j] * A[i,j] * B[k,j]")
    a = matrix().div(30).requires_grad_()
    columns = view(a).shape[1]
    b = torch.randn(columns, 4, dtype=torch.float64).t().requires_grad_()
    if not view(a).numel():
        return
    check = (torch.autograd.gradcheck, torch.autograd.gradgradcheck)[order - 1]
    assert check(lambda a, b: op(view(a), b), (a, b))


def test_compiled_graphs_read_inputs_where_they_lie(view):
    def function(x, y):
        return (x.sin() * y).sum(0), x + 1

    torch._dynamo.reset()
    compiled = torch.compile(function, backend="neo")
    x = view(matrix()).detach()
    y = torch.randn(x.shape[::-1], dtype=torch.float64).t()
    for _ in range(2):
        torch.testing.assert_close(compiled(x, y), function(x, y))


def test_channels_last_networks():
    torch._dynamo.reset()
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(),
                                torch.nn.Conv2d(4, 2, 1)).double()
    x = torch.randn(2, 3, 8, 8, dtype=torch.float64).to(
        memory_format=torch.channels_last).requires_grad_()
    compiled = torch.compile(model, backend="neo")
    wanted = [x, *model.parameters()]
    for _ in range(2):
        found, expected = compiled(x), model(x)
        torch.testing.assert_close(found, expected)
        torch.testing.assert_close(torch.autograd.grad(found.sin().sum(), wanted),
                                   torch.autograd.grad(expected.sin().sum(), wanted))
