# test_torch_memoryless.py - tensors that have no memory, or not one
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tracers, fake, meta and nested tensors among those that operators and compiled
functions are called with."""

import copy
import pickle

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402

pytestmark = pytest.mark.peers
MATMUL = "C[i,j] += A[i,k] * B[k,j]"


@pytest.mark.filterwarnings("ignore:.*torch.jit.trace")
def test_a_trace_records_an_operator():
    matmul = neo.torch.op(MATMUL)
    w = torch.randn(4, 5)
    traced = torch.jit.trace(lambda x: matmul(x, w) + x.sum(), torch.randn(3, 4))
    x = torch.randn(3, 4)
    torch.testing.assert_close(traced(x), x @ w + x.sum())


def test_an_operator_of_meta_tensors_gives_one():
    double = neo.torch.op("C[i] = 2 * A[i]")
    double(torch.ones(2))
    found = double(torch.ones(2, device="meta", requires_grad=True))
    assert found.is_meta and found.shape == (2,) and found.requires_grad


def test_a_compiled_function_of_fake_tensors_gives_one():
    compiled = torch.compile(lambda x: x.sin() + 1, backend="neo")
    x = torch.randn(3)
    compiled(x)
    with FakeTensorMode() as mode:
        found = compiled(mode.from_tensor(x))
    assert type(found).__name__ == "FakeTensor" and found.shape == (3,)


def test_nested_tensors_and_their_gradients():
    rows = [torch.randn(n, 4, dtype=torch.float64) for n in (2, 3)]
    x = torch.nested.nested_tensor(rows, layout=torch.jagged, requires_grad=True)
    found = torch.compile(lambda x: (x * 2).sin() + 1, backend="neo")(x)
    found.values().sum().backward()
    values = torch.cat(rows)
    torch.testing.assert_close(found.values(), (values * 2).sin() + 1)
    torch.testing.assert_close(x.grad.values(), (values * 2).cos() * 2)


def test_copies_of_an_operator_are_itself():
    matmul = neo.torch.op(MATMUL)
    module = torch.nn.Module()
    module.product = matmul
    assert copy.deepcopy(module).product is matmul
    assert pickle.loads(pickle.dumps(module)).product is matmul
    derived = matmul.pullback((0,), (0,))
    with pytest.raises(TypeError, match="derived from another operator"):
        pickle.dumps(derived)
