# test_torch_compile.py - torch.compile(model, backend="neo")
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Networks and their gradients by Neo against eager mode, in float64."""

import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

from neo.torch.compiler import Backend  # noqa: E402
from neo.torch.graph import Plan  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]

ROOT = Path(__file__).resolve().parents[2]


def numbers(*shape, grad=True):
    return torch.randn(shape, dtype=torch.float64, requires_grad=grad)


def step(model, function, *inputs):
    """Outputs, and gradients of inputs and parameters, from one seed."""
    torch.manual_seed(11)
    found = function(*inputs)
    wanted = [*(i for i in inputs if i.requires_grad), *model.parameters()]
    return found, torch.autograd.grad(found.square().sum(), wanted)


def check(model, *inputs, options=None):
    compiled = torch.compile(model, backend="neo", fullgraph=True)
    before = {n: b.clone() for n, b in model.named_buffers()}
    found = step(model, compiled, *inputs)
    after = {n: b.clone() for n, b in model.named_buffers()}
    for name, buffer in model.named_buffers():
        buffer.data.copy_(before[name])
    torch.testing.assert_close(found, step(model, model, *inputs), rtol=1e-8,
                               atol=1e-10)
    torch.testing.assert_close(after, dict(model.named_buffers()))


def convolutional():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.BatchNorm2d(8), nn.ReLU(),
        nn.Conv2d(8, 8, 3, groups=8, dilation=2, padding=2), nn.Hardswish(),
        nn.ConvTranspose2d(8, 4, 3, stride=2), nn.MaxPool2d(3, 2, 1),
        nn.AvgPool2d(2, ceil_mode=True, count_include_pad=False), nn.Flatten(),
        nn.Linear(100, 5)).double()


@pytest.mark.parametrize("training", [True, False])
def test_convolutional_network(training):
    check(convolutional().train(training), numbers(2, 3, 16, 16))


def test_running_statistics_follow():
    model = convolutional()
    before = model[1].running_mean.clone()
    torch.compile(model, backend="neo")(numbers(2, 3, 16, 16))
    assert not torch.equal(before, model[1].running_mean)
    assert model[1].num_batches_tracked == 1


@pytest.mark.parametrize("causal", [True, False])
def test_attention(causal):
    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.heads = nn.Linear(8, 24)

        def forward(self, x):
            q, k, v = self.heads(x).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
            return nn.functional.scaled_dot_product_attention(q, k, v,
                                                              is_causal=causal)

    check(Attention().double(), numbers(2, 5, 8))


def test_dropout_draws_what_eager_mode_draws():
    check(nn.Sequential(nn.Linear(6, 6), nn.Dropout(0.5), nn.Tanh()).double(),
          numbers(4, 6))


def test_all_masks_are_drawn_between_two_programs():
    layers = [nn.Sequential(nn.Linear(6, 6), nn.Dropout(0.5), nn.Tanh()) for _ in range(5)]
    model = nn.Sequential(*layers).double()
    check(model, numbers(4, 6))
    found = neo.torch.explain(model, numbers(4, 6))
    assert [name for name, _ in found.fallbacks] == 5 * ["aten.bernoulli.p"]
    assert "in 3 programs" in str(found)  # One of them is the backward graph's.


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_dropout_of_nothing_and_of_all(rate):
    check(nn.Sequential(nn.Linear(6, 6), nn.Dropout(rate)).double(), numbers(4, 6))


def test_what_is_drawn_apart_is_drawn_in_order():
    class Branches(nn.Module):
        def forward(self, x):
            drop = nn.functional.dropout
            return drop(drop(x.sin()).exp()) + drop(x.cos())

    check(Branches().double(), numbers(4, 6))


def test_embedding_with_repeated_rows():
    model = nn.Embedding(10, 3, padding_idx=0).double()
    check(model, torch.tensor([[3, 0, 3], [9, 3, 1]]))


def test_recurrent_network():
    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.LSTMCell(3, 4)

        def forward(self, x):
            h = c = x.new_zeros(x.shape[1], 4)
            for row in x.unbind():
                h, c = self.cell(row, (h, c))
            return h

    check(Recurrent().double(), numbers(4, 2, 3))


def test_other_shapes_are_other_programs():
    model = nn.Linear(4, 3).double()
    compiled = torch.compile(model, backend="neo")
    for rows in (5, 6, 9, 5, 0):
        x = numbers(rows, 4)
        torch.testing.assert_close(compiled(x), model(x))


def test_views_and_changes_in_place():
    def function(x, y):
        x.mul_(2)
        y[1:].add_(x[0])
        return x.t(), y.view(-1)[::2]

    x, y = numbers(3, 3, grad=False), numbers(4, 3, grad=False)
    a, b = x.clone(), y.clone()
    found = torch.compile(function, backend="neo")(x, y)
    torch.testing.assert_close((found, x, y), (function(a, b), a, b))
    assert found[0].data_ptr() == x.data_ptr()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_other_floats(dtype):
    model = nn.Sequential(nn.Linear(8, 8), nn.GELU(), nn.LayerNorm(8)).to(dtype)
    x = torch.randn(4, 8, dtype=dtype)
    found = torch.compile(model, backend="neo")(x)
    assert found.dtype == dtype
    torch.testing.assert_close(found, model(x), rtol=2e-2, atol=2e-2)


def sorted_rows(x):
    return x.exp().sort()[0].sin() + x


def test_what_neo_does_not_know_runs_in_pytorch():
    found = neo.torch.explain(sorted_rows, numbers(3, 4, grad=False))
    assert found.fallbacks == [("aten.sort.default", "there is no record of it")]
    assert found.programs == 2 and found.graphs == 1
    assert found.operators["aten.exp.default"] == 1
    assert "1 aten.sort.default in PyTorch: there is no record of it" in str(found)
    x = numbers(3, 4, grad=False)
    torch.testing.assert_close(torch.compile(sorted_rows, backend="neo")(x),
                               sorted_rows(x))


def test_strict_is_without_fallbacks(monkeypatch):
    monkeypatch.setenv("NEO_TORCH_STRICT", "1")
    with pytest.raises(neo.UsageError, match=r"aten.sort.default runs in PyTorch, as "
                       "there is no record of it: NEO_TORCH_STRICT=0 allows"):
        torch.compile(sorted_rows, backend="neo")(numbers(3, 4, grad=False))
    assert neo.torch.explain(sorted_rows, numbers(3, 4)).fallbacks


def test_explaining_leaves_a_model_as_it_is():
    model = convolutional()
    before = model[1].running_mean.clone()
    found = neo.torch.explain(model, numbers(2, 3, 16, 16))
    assert found.graphs == 2 and found.fallbacks == [] and found.kernels > 4
    assert torch.equal(before, model[1].running_mean)
    assert all(p.grad is None for p in model.parameters())


def test_entry_point_of_the_build_and_of_the_wheel():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ours = {e.name: e.value for e in entry_points(group="torch_dynamo_backends")}
    assert ours["neo"] == declared["entry-points"]["torch_dynamo_backends"]["neo"]
    assert re.match(r"neo\.torch\.\w+:backend", ours["neo"])


def test_recurrent_modules_are_seen_into_by_neo_alone():
    model = nn.LSTM(3, 4, 2).double()
    x = numbers(5, 2, 3)
    neos, others = [], []

    def other(module, inputs):
        others.append(module)
        return module.forward

    compiled = torch.compile(lambda x: model(x)[0].sin(), backend=Backend(neos.append))
    for _ in range(2):
        torch.testing.assert_close(compiled(x.detach()), model(x)[0].sin())
    assert len(neos) == 1 and not neos[0].fallbacks
    assert sum(name.startswith("neo.lstm") for name in neos[0].known) == 2
    torch.compile(lambda x: model(x)[0].sin(), backend=other)(x)
    assert not torch._dynamo.config.allow_rnn
    with pytest.raises(Exception, match="RNN, GRU, or LSTM"):
        torch.compile(lambda x: model(x)[0].sin(), backend=other, fullgraph=True)(x)


@pytest.mark.parametrize(("shape", "stride", "offset"), [
    ((2, 3), (12, 4), 0), ((3, 2), (4, 12), 1), ((3, 2), (7, 3), 2),
    ((2, 2, 2), (9, 4, 1), 3), ((1, 4), (100, 2), 5), ((), (), 4), ((24,), (1,), 0),
    ((2, 0), (3, 1), 0)])
def test_writing_by_strides(shape, stride, offset):
    def function(x, y):
        return torch.as_strided_scatter(x.sin(), y, shape, stride, offset)

    x, y = numbers(4, 6), numbers(*shape)
    plans = []
    compiled = torch.compile(function, backend=Backend(plans.append))
    found, expected = compiled(x, y), function(x, y)
    torch.testing.assert_close(found, expected)
    weight = numbers(4, 6, grad=False)
    torch.testing.assert_close(torch.autograd.grad((found * weight).sum(), (x, y)),
                               torch.autograd.grad((expected * weight).sum(), (x, y)))
    assert plans and not any(plan.fallbacks for plan in plans)


def test_writing_by_strides_to_shared_places_runs_in_pytorch():
    def function(x, y):
        return torch.as_strided_scatter(x.sin(), y, (2, 3), (2, 1))

    found = neo.torch.explain(function, numbers(8, grad=False), numbers(2, 3, grad=False))
    assert found.fallbacks == [("aten.as_strided_scatter.default",
                                "elements that are written share places")]


def test_weights_are_packed_until_they_change():
    model, plans = convolutional().eval(), []
    compiled = torch.compile(model, backend=Backend(plans.append))
    x = numbers(2, 3, 16, 16, grad=False)
    with torch.no_grad():
        for _ in range(3):
            torch.testing.assert_close(compiled(x), model(x))
        plan, = plans
        assert len(plan.weights) == len([*model.parameters()]) + 2
        assert len(plan.needs(plan.stages[0])) == 1
        model[0].weight.mul_(2)
        torch.testing.assert_close(compiled(x), model(x))
        model[0].weight.data = model[0].weight * 2
        torch.testing.assert_close(compiled(x), model(x))
        assert [len(p.weights) for p in plans] == [len(plan.weights), 0]
    torch._dynamo.reset()
    compiled(x).sum().backward()
    assert [len(p.weights) for p in plans[2:]] == [0, 0]


def test_statistics_that_follow_are_no_weights():
    model, plans = convolutional(), []
    compiled = torch.compile(model, backend=Backend(plans.append))
    before = model[1].running_mean.clone()
    with torch.no_grad():
        for _ in range(3):
            compiled(numbers(2, 3, 16, 16))
    assert not torch.equal(before, model[1].running_mean)
    plan, = plans
    assert len(plan.weights) == len([*model.parameters()])


def test_weights_whose_memory_is_exchanged():
    model = nn.Linear(4, 3).double()
    compiled = torch.compile(model, backend="neo")
    x = numbers(2, 4, grad=False)
    with torch.no_grad():
        torch.testing.assert_close(compiled(x), model(x))
        model.weight.data = numbers(3, 4, grad=False)
        torch.testing.assert_close(compiled(x), model(x))
        other = nn.Linear(4, 3).double()
        torch.testing.assert_close(torch.compile(other, backend="neo")(x), other(x))
    with torch.inference_mode():
        made = nn.Linear(4, 3).double()
        torch.testing.assert_close(torch.compile(made, backend="neo")(x), made(x))


def test_graphs_are_traced_once(monkeypatch):
    monkeypatch.setenv("NEO_CACHE", "0")  # What is found is not traced.
    traced = []
    values = Plan.values
    monkeypatch.setattr(Plan, "values", lambda plan, stage, *given: (
        traced.append(stage), values(plan, stage, *given))[1])
    model, x = convolutional(), numbers(2, 3, 16, 16)
    torch.compile(model, backend="neo")(x).sum().backward()
    assert len(traced) == 2  # Forward and backward.
    traced.clear()
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x * 2).sin(), backend="neo")
    for each in (x.detach()[..., ::2], x.detach()[..., 1::2].contiguous()):
        torch.testing.assert_close(compiled(each), (each * 2).sin())
    assert len(traced) > 1  # A view is part of another program.


def test_checks_that_must_stay_in_order_stand_before_the_weights():
    """What linalg.inv checks is one: its token is the first input of the graph."""
    class Inverse(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.eye(4).double() * 2)
            self.bias = nn.Parameter(numbers(4, grad=False))

        def forward(self, x):
            return x @ torch.linalg.inv(self.weight) + self.bias

    model, x = Inverse(), numbers(3, 4, grad=False)
    compiled = torch.compile(model, backend="neo")
    with torch.no_grad():
        torch.testing.assert_close(compiled(x), model(x))
        model.bias.mul_(3)
        torch.testing.assert_close(compiled(x), model(x))
