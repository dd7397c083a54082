# test_torch_op.py - operators of PyTorch that Neo computes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.op` under every part of PyTorch: autograd, torch.func, torch.compile,
torch.export and the checks of torch.library."""

import functools
import operator

import numpy as np
import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers


def matmul():
    return neo.torch.op("C[i,j] += A[i,k] * B[k,j]")


def softmax_and_sum():
    def rows(x, w):
        y = neo.softmax(x * w)
        return y, neo.sum(y * y, axis=1)
    return neo.torch.op(rows, results=2)


def lookup():
    return neo.torch.op("Y[i,j] = A[I[i], j] * s")


def matrices(*shapes):
    torch.manual_seed(3)
    return [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in shapes]


CASES = {
    "product": lambda: (matmul(), matrices((3, 4), (4, 5))),
    "function": lambda: (softmax_and_sum(), matrices((3, 4), (3, 4))),
    "lookup": lambda: (lookup(), [matrices((4, 2))[0], torch.tensor([3, 0, 3]),
                                  matrices(())[0]]),
    "window": lambda: (neo.torch.op("C[p] += A[2*p+r] * W[r]", p=4),
                       matrices((9,), (3,))),
    "bias": lambda: (neo.torch.op("Y[i] = b[i]; Y[i] += W[i,k] * x[k]"),
                     matrices((3,), (3, 4), (4,))),
}


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]()


def test_gradients_of_first_and_second_order(case):
    op, operands = case
    assert torch.autograd.gradcheck(op, operands)
    assert torch.autograd.gradgradcheck(op, operands)


def test_what_torch_library_checks(case):
    op, operands = case
    torch.library.opcheck(op.overload, operands)
    torch.library.opcheck(op.overload, [o.detach() for o in operands])


def test_tangents_agree_with_gradients(case):
    op, operands = case
    operands = [o.detach() for o in operands]
    floats = [n for n, o in enumerate(operands) if o.is_floating_point()]

    def moved(*chosen):
        given = dict(zip(floats, chosen))
        found = op(*(given.get(n, o) for n, o in enumerate(operands)))
        return found[0] if isinstance(found, tuple) else found

    chosen = tuple(operands[n] for n in floats)
    forward = torch.func.jacfwd(moved, tuple(range(len(chosen))))(*chosen)
    backward = torch.func.jacrev(moved, tuple(range(len(chosen))))(*chosen)
    for one, other in zip(forward, backward, strict=True):
        torch.testing.assert_close(one, other)


def stacked(results):
    if isinstance(results[0], tuple):
        return tuple(map(torch.stack, zip(*results)))
    return torch.stack(results)


def test_batches_are_samples_one_by_one(case):
    op, operands = case
    operands = [o.detach() for o in operands]
    for chosen in range(len(operands)):
        batch = torch.stack([operands[chosen], operands[chosen].flip(0)
                             if operands[chosen].ndim else operands[chosen] * 2])

        def one(sample):
            return op(*(sample if n == chosen else o for n, o in enumerate(operands)))

        torch.testing.assert_close(torch.func.vmap(one)(batch),
                                   stacked([one(sample) for sample in batch]))


def test_gradients_of_each_sample(case):
    op, operands = case
    operands = [o.detach() for o in operands]

    def loss(x, *others):
        found = op(x, *others)
        return sum(r.square().sum() for r in
                   (found if isinstance(found, tuple) else (found,)))

    grad = torch.func.grad(loss)
    batch = torch.stack([operands[0], operands[0] * 2])
    dims = (0, *(None for _ in operands[1:]))
    torch.testing.assert_close(
        torch.func.vmap(grad, dims)(batch, *operands[1:]),
        stacked([grad(sample, *operands[1:]) for sample in batch]))


@pytest.mark.parametrize("backend", ["eager", "aot_eager", "neo"])
def test_one_graph_of_torch_compile(case, backend):
    op, operands = case

    def twice(*operands):
        found = op(*operands)
        return (found[0] if isinstance(found, tuple) else found) * 2

    torch._dynamo.reset()
    compiled = torch.compile(twice, fullgraph=True, backend=backend)
    torch.testing.assert_close(compiled(*operands), twice(*operands))
    inputs = [o for o in operands if o.requires_grad]
    found = torch.autograd.grad(compiled(*operands).sum(), inputs)
    expected = torch.autograd.grad(twice(*operands).sum(), inputs)
    torch.testing.assert_close(found, expected)


def test_exported_programs(case):
    op, operands = case

    class Model(torch.nn.Module):
        def forward(self, *operands):
            return op(*operands)

    operands = tuple(o.detach() for o in operands)
    exported = torch.export.export(Model(), operands)
    assert op.overload in [n.target for n in exported.graph.nodes]
    torch.testing.assert_close(exported.module()(*operands), op(*operands))


def test_memory_is_shared():
    double = neo.torch.op("Y[i] = A[i] * 2.0")
    a = torch.arange(4.0)
    assert neo.torch.tensors.array_of(a).ctypes.data == a.data_ptr()
    result = np.arange(3.0)
    assert neo.torch.tensors.tensor_of(result).data_ptr() == result.ctypes.data
    halves = torch.arange(4.0, dtype=torch.bfloat16)
    assert neo.torch.tensors.array_of(halves).ctypes.data == halves.data_ptr()
    assert double(halves).dtype == torch.bfloat16
    assert double(halves).tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("view", [
    lambda a: a.t(), lambda a: a[::2, 1:5], lambda a: a.expand(6, 6),
    lambda a: a[:0, :4], lambda a: a[0].expand(6, 6), lambda a: a.flip(0)])
def test_any_strides(view):
    a = torch.randn(6, 6)
    sums = neo.torch.op("Y[i] += A[i,j]")
    torch.testing.assert_close(sums(view(a)), view(a).sum(1))


def test_floats_are_promoted_as_in_pytorch():
    a, b = torch.randn(3, 4), torch.randn(4, 5, dtype=torch.float64)
    scaled = neo.torch.op("Y[i] = A[i] * s")
    assert matmul()(a, b).dtype == torch.float64
    assert scaled(a[0], torch.tensor(2.0, dtype=torch.float64)).dtype == torch.float32
    assert scaled(a[0].half(), 2.0).dtype == torch.float16


def test_gradients_recorded_past_the_dispatcher():
    def ranked(x, w):
        y = x * w
        return neo.argmax(y, axis=1), y, neo.sum(y)

    op = neo.torch.op(ranked, results=3)
    x, w = torch.randn(3, 4).t(), torch.nn.Parameter(torch.randn(4, 3))
    best, y, total = op(x, w)
    assert not best.requires_grad and torch.equal(best, (x * w).argmax(1))
    assert type(y.grad_fn).__name__ == "RecordedBackward"
    torch.testing.assert_close(torch.autograd.grad(total, w, retain_graph=True)[0], x)
    # A sum's cotangent is one number, seen from everywhere.
    torch.testing.assert_close(torch.autograd.grad(y.sum() + total, w)[0], 2 * x)
    slope, = torch.autograd.grad(op(w, w)[1].sum(), w, create_graph=True)
    torch.testing.assert_close(torch.autograd.grad(slope.sum(), w)[0],
                               torch.full((4, 3), 2.0))
    with torch.no_grad():
        assert not op(x, w)[1].requires_grad


def test_repeated_calls_take_the_program_that_is_there(monkeypatch):
    op = neo.torch.op("Y[i] += A[i,j] * s * 1.5")
    a, s = torch.randn(5, 4), torch.tensor(2.0)
    expected = [op(a, s), op(a.t()[:, :4].t(), s), op(a, s.requires_grad_())]
    monkeypatch.setattr(neo.torch.calls.Called, "first", None)
    found = [op(a, s.detach()), op(a.t()[:, :4].t(), s.detach()), op(a, s)]
    torch.testing.assert_close(found, expected)


def test_operands_by_name_and_numbers():
    scaled = neo.torch.op("Y[i] = A[i] * s")
    assert scaled(torch.ones(2), s=3).tolist() == [3, 3]


def test_integers_beside_integers():
    found = neo.torch.op("Y[i] = a * X[i]")(1, torch.tensor([2 ** 24 + 1, 3]))
    assert (found.dtype, found.tolist()) == (torch.int64, [2 ** 24 + 1, 3])


def test_zeros_without_memory():
    zeros = torch._efficientzerotensor((4,))
    assert neo.torch.op("Y[i] = A[i] + 1")(zeros).tolist() == [1] * 4


def test_functions_of_other_libraries():
    x = torch.tensor([-1.0, 2.0])
    assert neo.torch.op(functools.partial(lambda a, k: a * k, k=5))(x).tolist() == [-5, 10]
    assert neo.torch.op(abs)(x).tolist() == [1, 2]
    assert neo.torch.op(operator.add)(x, x).tolist() == [-2, 4]
    with pytest.raises(neo.UsageError, match="the parameters of exp are not known"):
        neo.torch.op(torch.exp)


def test_errors_are_neos():
    with pytest.raises(neo.ShapeError, match="extent of .k. is 4 by dimension 1"):
        matmul()(torch.ones(3, 4), torch.ones(3, 5))
    with pytest.raises(neo.DtypeError, match="operand 'A' is torch.complex64"):
        matmul()(torch.ones(3, 4, dtype=torch.complex64), torch.ones(4, 5))
    with pytest.raises(neo.DtypeError, match="operand 'B' is a str"):
        matmul()(torch.ones(3, 4), "b")
    with pytest.raises(neo.UsageError, match="takes 2 operand.*but got 1"):
        matmul()(torch.ones(3, 4))
    with pytest.raises(neo.IndexError, match="index 9"):
        lookup()(torch.ones(3, 2), torch.tensor([9]), torch.tensor(1.0))
    with pytest.raises(neo.UsageError, match="write one parameter for each"):
        neo.torch.op(lambda *x: x[0])
    with pytest.raises(neo.UsageError, match="results=2"):
        neo.torch.op(lambda x: (x, x))(torch.ones(2))
    with pytest.raises(neo.ExpressionError):
        neo.torch.op("C[i] = ")


@pytest.mark.parametrize("function, remedy", [
    (torch.sin, r"write neo\.sin"), (lambda x: torch.cat([x, x]), "write neo.concatenate"),
    (lambda x: torch.where(x > 0, input=x, other=x), "write neo.where")])
def test_functions_of_pytorch_have_a_remedy(function, remedy):
    with pytest.raises(neo.UsageError, match=rf"torch\.\w+ cannot compute it: {remedy}"):
        neo.torch.op(lambda x: function(x))(torch.ones(3))


def test_operators_take_tensors_of_pytorch():
    weights, x = torch.arange(1.0, 4.0), torch.tensor([3.0, 5.0, 4.0])

    def mixed(x):
        powers = weights ** x - weights // x + torch.multiply(weights, x) % 7
        return powers * (weights < x) + weights @ x - weights / x

    torch.testing.assert_close(neo.torch.op(mixed)(x), mixed(x))


@pytest.mark.parametrize("change", [
    lambda w, x: w.add_(x), lambda w, x: torch.add(w, x, out=w)])
def test_tensors_of_pytorch_are_not_written(change):
    with pytest.raises(neo.UsageError, match=r"write a = a \+ tensor, not a \+= tensor"):
        neo.torch.op(lambda x: change(torch.ones(3), x) or x)(torch.ones(3))
