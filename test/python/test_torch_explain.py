# test_torch_explain.py - what neo.torch.explain leaves behind
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An explanation runs a model, and nothing of it is to be seen afterwards."""

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402
from neo.torch.compiler import Backend  # noqa: E402

pytestmark = pytest.mark.peers


def broken(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y.cos()


def test_a_function_is_explained_as_often_as_one_likes():
    x = torch.randn(3)
    limit = torch._dynamo.config.recompile_limit
    found = [neo.torch.explain(broken, x).graphs for _ in range(limit + 2)]
    assert found == [2] * len(found)


@pytest.mark.parametrize("function, graphs", [(lambda x: x.sin(), 1), (broken, 2)])
def test_a_function_is_compiled_after_many_explanations(function, graphs):
    x, plans = torch.randn(3), []
    for _ in range(torch._dynamo.config.recompile_limit + 1):
        neo.torch.explain(function, x)
    torch.compile(function, backend=Backend(plans.append))(x)
    assert len(plans) == graphs


def test_code_that_is_left_to_python_is_said():
    found = neo.torch.explain(broken, torch.randn(3))
    reason, = found.breaks
    assert "graph_break" in reason and f"1 left to Python: {reason}" in str(found)


def test_what_dynamo_does_not_trace_is_said():
    found = neo.torch.explain(lambda x: x[torch.where(x > 0)[0]] * 2, torch.randn(3))
    assert "aten.nonzero.default" in found.breaks[0]


def test_inputs_get_no_gradient_and_keep_their_values():
    x = torch.ones(3, requires_grad=True)
    assert neo.torch.explain(torch.sin, x).graphs == 2
    assert x.grad is None
    y = torch.ones(3)
    neo.torch.explain(lambda y: y.add_(1), y)
    assert y.tolist() == [1, 1, 1]


def test_the_module_of_a_method_is_as_before():
    norm = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
    neo.torch.explain(norm.forward, torch.randn(4, 3))
    assert norm[0].weight.grad is None
    assert norm[1].num_batches_tracked == 0
    assert norm[1].running_mean.tolist() == [0, 0, 0]
