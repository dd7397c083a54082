# test_torch_batch.py - models of PyTorch for any number of items
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.compile`: one program serves every batch, forward and backward."""

from importlib import import_module

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

from neo.torch.compiler import Backend  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]

SIZES = (4, 7, 2, 130)


@pytest.fixture
def plans():
    return []


@pytest.fixture
def programs(monkeypatch):
    """The texts of which programs were made, here or by the cache."""
    made = []
    for module in map(import_module, ("neo.batch", "neo.jit")):
        compiled = module.compile_text

        def counted(text, *args, compiled=compiled):
            made.append(text)
            return compiled(text, *args)

        monkeypatch.setattr(module, "compile_text", counted)
    return made


def perceptron():
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3)).double()


def convolutional():
    return nn.Sequential(
        nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(4, 6, 3, groups=2), nn.AdaptiveAvgPool2d(3), nn.Flatten(),
        nn.Dropout(0.5), nn.Linear(54, 5), nn.LogSoftmax(1)).double()


MODELS = {"perceptron": (perceptron, (6,)),
          "convolutional": (convolutional, (3, 9, 9))}


def step(model, function, x):
    """What a step of training gives and changes, from one seed."""
    torch.manual_seed(11)
    buffers = {n: b.clone() for n, b in model.named_buffers()}
    found = function(x)
    gradients = torch.autograd.grad(found.square().sum(), [x, *model.parameters()])
    changed = {n: b.clone() for n, b in model.named_buffers()}
    model.load_state_dict({**model.state_dict(), **buffers})
    return found, gradients, changed


@pytest.mark.parametrize("name", MODELS)
def test_one_program_for_every_step_of_training(name, plans, programs):
    made, shape = MODELS[name]
    model = made()
    fast = neo.torch.compile(model, backend=Backend(plans.append))
    counts = set()
    for items in SIZES:
        x = torch.randn(items, *shape, dtype=torch.float64, requires_grad=True)
        torch.testing.assert_close(step(model, fast, x), step(model, model, x))
        counts.add(len(programs))
    assert len(plans) == 2 and len(counts) == 1, counts
    # Dropout's numbers are PyTorch's, and part a program in two.
    assert counts == {sum(bool(p.gives(s)) for p in plans for s in p.stages)}


@pytest.mark.parametrize("name", MODELS)
def test_one_program_for_every_inference(name, plans, programs):
    made, shape = MODELS[name]
    model = made().eval()
    fast = neo.torch.compile(model, batch="input", backend=Backend(plans.append))
    with torch.no_grad():
        for items in SIZES:
            x = torch.randn(items, *shape, dtype=torch.float64)
            torch.testing.assert_close(fast(x), model(x))
    assert len(plans) == 1 and len(programs) == 1
    assert plans[0].weights


@pytest.mark.parametrize("items", [0, 1])
def test_batches_of_one_and_none(items):
    model = perceptron()
    fast = neo.torch.compile(model)
    for each in (items, 3, items):
        x = torch.randn(each, 6, dtype=torch.float64)
        torch.testing.assert_close(fast(x), model(x))


def test_named_arguments_and_other_dimensions(plans):
    def function(x, weights, y=None):
        return {"z": x @ weights[0] + weights[1], "y": y.sum(1)}

    fast = neo.torch.compile(function, batch={"x": 0, "y": 1},
                             backend=Backend(plans.append), fullgraph=True)
    weights = torch.randn(4, 5), torch.randn(5)
    for items in SIZES:
        x, y = torch.randn(items, 4), torch.randn(3, items)
        torch.testing.assert_close(fast(x, weights, y=y), function(x, weights, y))
    assert len(plans) == 1


def test_the_option_of_torch_compile(plans):
    model = perceptron()
    compiled = torch.compile(model, backend=Backend(plans.append),
                             options={"batch": True})
    for items in SIZES:  # The second size tells Dynamo that it varies.
        x = torch.randn(items, 6, dtype=torch.float64)
        torch.testing.assert_close(compiled(x), model(x))
    assert len(plans) == 2
    with pytest.raises(Exception, match="backend 'neo' has no option 'batches'"):
        torch.compile(model, backend="neo", options={"batches": True})(x)
    with pytest.raises(Exception, match="option batch of backend 'neo' is 'x'"):
        torch.compile(model, backend="neo", options={"batch": "x"})(x)


def test_views_are_batches_as_well():
    model = perceptron()
    fast = neo.torch.compile(model)
    for items in SIZES:
        x = torch.randn(6, items, dtype=torch.float64).t()
        torch.testing.assert_close(fast(x), model(x))


def test_operators_between_programs(plans):
    def function(x):
        return x.exp().sort(1)[0].sin() + x

    fast = neo.torch.compile(function, backend=Backend(plans.append))
    for items in SIZES:
        x = torch.randn(items, 5)
        torch.testing.assert_close(fast(x), function(x))
    assert [f.name for p in plans for f in p.fallbacks] == ["aten.sort.default"]


@pytest.mark.parametrize("choose", [
    lambda x: x.max(1)[0], lambda x: x.min(-1, keepdim=True)[0], lambda x: x.sort(1)[0],
    lambda x: x.topk(2, 1)[0], lambda x: x.median(1)[0], lambda x: x.kthvalue(2, 1)[0],
], ids=["max", "min", "sort", "topk", "median", "kthvalue"])
def test_gradients_of_what_is_chosen_in_each_item(choose):
    fast = neo.torch.compile(choose)
    for items in SIZES:
        x = torch.randn(items, 5, 3, dtype=torch.float64, requires_grad=True)
        found, expected = (torch.autograd.grad(f(x).square().sum(), x)
                           for f in (fast, choose))
        torch.testing.assert_close(found, expected)


@pytest.mark.parametrize(("function", "sentence"), [
    (lambda x: torch.cat([x, x[:1]]).sin(), r"has shape \(batch \+ 1, 6\)"),
], ids=["one more"])
def test_what_does_not_leave_the_batch_whole(function, sentence):
    fast = neo.torch.compile(function)
    with pytest.raises(neo.UsageError, match=sentence):
        fast(torch.randn(4, 6))


def test_two_batches_are_joined():
    """As of a contrastive loss."""
    def both(x, y):
        return torch.cat([x, y]).sin(), torch.stack([x, y]).cos()

    fast = neo.torch.compile(both)
    for items in (4, 6, 1):
        x, y = torch.randn(items, 6), torch.randn(items, 6)
        torch.testing.assert_close(fast(x, y), both(x, y))


def test_the_line_of_the_model_is_said():
    def model(x):
        y = x.exp()
        return (y @ y.T).sum()

    with pytest.raises(neo.UsageError, match=r"test_torch_batch.py:\d+ \(return \(y @") \
            as raised:
        neo.torch.compile(model)(torch.randn(6, 4))
    assert "codegen" not in str(raised.value)


def test_two_dimensions_that_vary():
    compiled = torch.compile(lambda x: x.sin(), backend="neo", options={"batch": True})
    x = torch.randn(4, 6)
    torch._dynamo.mark_dynamic(x, (0, 1))
    with pytest.raises(neo.UsageError, match=r"has shape \(batch, batch\)"):
        compiled(x)


def test_arguments_of_different_sizes():
    fast = neo.torch.compile(lambda x, y: (x.sin(), y.cos()))
    fast(torch.randn(4, 6), torch.randn(4, 6))
    with pytest.raises(neo.ShapeError, match="the inputs have 3, 5 items"):
        fast(torch.randn(3, 6), torch.randn(5, 6))


def test_wrong_arguments():
    model = perceptron()
    with pytest.raises(neo.UsageError, match="batch names 'x', but the model's "
                       "arguments are input"):
        neo.torch.compile(model, batch="x")
    with pytest.raises(neo.ShapeError, match="argument 'input' has a batch in "
                       "dimension 2, but rank 2"):
        neo.torch.compile(model, batch={"input": 2})(torch.randn(4, 6))


@pytest.mark.parametrize("part", [
    lambda n: torch.randn(n, 8)[:, :4], lambda n: torch.randn(n, 8)[:, ::2],
    lambda n: torch.randn(2 * n, 4)[::2], lambda n: torch.randn(4, n).t(),
    lambda n: torch.randn(1, 4).expand(n, 4)])
def test_a_batch_that_is_part_of_another_tensor(part):
    """Its strides have names of their own, which are no number of items."""
    model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))
    compiled = neo.torch.compile(model)
    for n in SIZES:
        x = part(n)
        torch.testing.assert_close(compiled(x), model(x))
        with torch.no_grad():
            torch.testing.assert_close(compiled(x), model(x))


@pytest.mark.parametrize("count", [1, 0])
def test_one_item_or_none_of_another_tensor(count):
    """Only a stride of it is a symbol to PyTorch, and no size."""
    compiled = neo.torch.compile(lambda x: x.sin())
    for x in torch.randn(5, 3), torch.randn(2, 6)[:2 * count:2, 1:4]:
        torch.testing.assert_close(compiled(x), x.sin())


def test_what_is_no_batch_is_said_with_a_remedy():
    remedy = 'name the arguments .* or write torch.compile.model, backend="neo"'
    product = neo.torch.compile(lambda x, y: x @ y.t())
    refusal = f"not a factor of one dimension, at .*: {remedy}"
    with pytest.raises(neo.UsageError, match=refusal):
        product(torch.randn(3, 4), torch.randn(3, 4))
    layer = neo.torch.compile(lambda x, w: x @ w)  # The rows of w are columns of x.
    with pytest.raises(neo.UsageError, match=f"of x, w that is taken .*: {remedy}"):
        layer(torch.ones(3, 4), torch.ones(4, 5))
