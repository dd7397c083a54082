# test_torch_batch_arguments.py - what neo.torch.compile does with its arguments
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Arguments are left as they were; tensors may be made of the size of the batch alone."""

import pytest

torch = pytest.importorskip("torch")
import neo.torch  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]


def doubled(x):
    return x * 2


def test_another_compiled_function_may_fix_the_size():
    x, w = torch.randn(6, 4), torch.randn(3, 6)
    neo.torch.compile(doubled)(x)
    torch.compile(lambda x: w @ x, backend="eager")(x)


def test_data_of_one_model_is_the_weight_of_another():
    w = torch.randn(4, 4)
    neo.torch.compile(doubled)(w)
    product = neo.torch.compile(lambda x, w: x @ w, batch="x")
    for items in (5, 6):
        x = torch.randn(items, 4)
        torch.testing.assert_close(product(x, w), x @ w)


def test_the_batch_is_another_dimension_in_another_model():
    x, w = torch.randn(6, 4), torch.randn(3, 6)
    neo.torch.compile(doubled)(x)
    product = neo.torch.compile(lambda x: w @ x, batch={"x": 1})
    torch.testing.assert_close(product(x), w @ x)


def test_marks_of_the_caller_stay():
    x = torch.randn(6, 4)
    torch._dynamo.mark_dynamic(x, 1)
    neo.torch.compile(doubled)(x)
    assert x._dynamo_dynamic_indices == {1}


def test_a_module_stays_one():
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Dropout(0.5))
    compiled = neo.torch.compile(model)
    x = torch.randn(5, 4)
    assert list(compiled.parameters()) == list(model.parameters())
    torch.testing.assert_close(compiled.eval()(x), model[0](x))
    assert not model.training and compiled.state_dict().keys() == \
        torch.compile(model, backend="eager").state_dict().keys()
    compiled.train()(x).sum().backward()
    assert model[0].weight.grad is not None
    compiled.zero_grad()


MADE = {
    "dropout of the input": lambda x: torch.dropout(x, 0.3, True) @ torch.ones(4, 2),
    "ones": lambda x: torch.ones(len(x), 2),
    "a function of them": lambda x: (x * 2, torch.full((len(x),), 3.0).sin() + 1),
    "a mask": lambda x: x * torch.bernoulli(torch.full((len(x), 1), 0.5)),
    "sums over them": lambda x: torch.ones(len(x)).cumsum(0),
    "numbers of items": lambda x: x * torch.arange(len(x)).unsqueeze(1),
}


@pytest.mark.parametrize("name", MADE)
def test_tensors_of_as_many_items(name):
    function = MADE[name]
    compiled = neo.torch.compile(function)
    for items in (6, 9):
        x = torch.randn(items, 4)
        torch.manual_seed(1)
        expected = function(x)
        torch.manual_seed(1)
        torch.testing.assert_close(compiled(x), expected)


@pytest.mark.parametrize("function", [
    lambda x: x * x[-1], lambda x: x * x.select(-2, -1), torch.nn.functional.relu,
    lambda x: torch.tril(x), lambda x: x.sum(0) / x.shape[0] ** .5, lambda x: x.cummax(0)[0],
    lambda x: torch.zeros_like(x).scatter_reduce(
        0, (torch.arange(x.numel()) % 2).view(-1, 6), x, "amax")],
    ids=["last", "last, from behind", "relu", "triangle", "root", "largest so far",
         "reduced"])
def test_items_that_differ_are_left_to_pytorch(function):
    fast = neo.torch.compile(function)
    for items in (5, 3, 70):
        x = torch.randn(items, 6)
        torch.testing.assert_close(fast(x), function(x))


@pytest.mark.parametrize("loss", ["mse_loss", "huber_loss", "smooth_l1_loss", "l1_loss"])
def test_gradients_of_losses_that_divide_by_the_batch(loss):
    function = getattr(torch.nn.functional, loss)
    fast = neo.torch.compile(lambda x, y: function(x, y))
    for items in (5, 3, 70):
        x, y = torch.randn(2, items, 4, dtype=torch.float64)
        x.requires_grad_()
        found, expected = (torch.autograd.grad(f(x, y), x) for f in (fast, function))
        torch.testing.assert_close(found, expected)


def test_a_builtin_does_not_say_its_arguments():
    with pytest.raises(neo.UsageError, match="'exp' does not say .* lambda x: exp"):
        neo.torch.compile(torch.exp)
