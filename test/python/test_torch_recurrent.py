# test_torch_recurrent.py - recurrent layers of PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each layer is a loop over time in Neo, those of an LSTM in inference too, which PyTorch
gives to oneDNN."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

import neo.torch
from neo.torch.compiler import Backend

pytestmark = pytest.mark.peers
SIZES = dict(input_size=5, hidden_size=6)


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()


def same(model, *inputs):
    """Compares inference with eager mode; returns what ran."""
    plans = []
    compiled = torch.compile(model.eval(), backend=Backend(plans.append))
    with torch.no_grad():
        torch.testing.assert_close(compiled(*inputs), model(*inputs))
    assert plans and not any(plan.fallbacks for plan in plans)
    return [name for plan in plans for name in plan.known]


@pytest.mark.parametrize("options", [
    dict(), dict(num_layers=3), dict(bidirectional=True), dict(bias=False),
    dict(batch_first=True), dict(num_layers=2, bidirectional=True, bias=False)], ids=str)
def test_a_layer_of_an_lstm_is_a_loop(options):
    torch.manual_seed(1)
    known = same(torch.nn.LSTM(**SIZES, **options), torch.randn(7, 3, 5))
    count = options.get("num_layers", 1) * (1 + options.get("bidirectional", False))
    assert known.count("aten.mkldnn_rnn_layer.default") == count


def test_an_lstm_that_goes_on_from_a_state():
    model, x = torch.nn.LSTM(**SIZES), torch.randn(7, 3, 5)
    same(model, x, (torch.randn(1, 3, 6), torch.randn(1, 3, 6)))


def test_an_lstm_of_one_sequence_and_of_one_step():
    same(torch.nn.LSTM(**SIZES), torch.randn(7, 5))
    same(torch.nn.LSTM(**SIZES), torch.randn(1, 3, 5))


@pytest.mark.parametrize("kind", [torch.nn.GRU, torch.nn.RNN])
def test_layers_of_other_modules_are_loops(kind):
    known = same(kind(**SIZES, num_layers=2), torch.randn(7, 3, 5))
    assert sum(name.startswith("neo.") for name in known) == 2


def test_layers_of_few_steps_are_unrolled():
    known = same(torch.nn.GRU(**SIZES), torch.randn(2, 3, 5))
    assert not any(name.startswith("neo.") for name in known)


def test_an_lstm_of_any_number_of_sequences():
    model = torch.nn.LSTM(**SIZES, batch_first=True).eval()
    compiled = neo.torch.compile(model, batch=True)
    with torch.no_grad():
        for items in (3, 8, 2):
            x = torch.randn(items, 7, 5)
            torch.testing.assert_close(compiled(x), model(x))


def test_layers_of_other_devices_stay_with_pytorch():
    with torch.device("meta"):
        model, x = torch.nn.GRU(**SIZES), torch.randn(7, 3, 5)
    plans = []
    assert torch.compile(model, backend=Backend(plans.append))(x)[0].shape == (7, 3, 6)
    assert not any(n.startswith("neo.") for plan in plans for n in plan.known)


def trained(model, call, x):
    """The loss and all gradients of a call."""
    outputs, state = call(x)
    parts = state if isinstance(state, tuple) else (state,)
    loss = outputs.square().sum() + sum(p.sin().sum() for p in parts)
    return loss, torch.autograd.grad(loss, [x, *model.parameters()])


@pytest.mark.parametrize("make", [
    lambda: torch.nn.LSTM(**SIZES),
    lambda: torch.nn.LSTM(**SIZES, num_layers=2, bidirectional=True, proj_size=4),
    lambda: torch.nn.LSTM(**SIZES, proj_size=4, bias=False),
    lambda: torch.nn.GRU(**SIZES, num_layers=2, bidirectional=True),
    lambda: torch.nn.GRU(**SIZES, bias=False, batch_first=True),
    lambda: torch.nn.RNN(**SIZES),
    lambda: torch.nn.RNN(**SIZES, nonlinearity="relu", bidirectional=True)],
    ids=["lstm", "lstm projected", "lstm projected unbiased", "gru", "gru unbiased",
         "rnn", "rnn relu"])
def test_training_is_as_in_eager_mode(make):
    torch.manual_seed(1)
    model = make().double()
    x = torch.randn(7, 8, 5, dtype=torch.float64, requires_grad=True)
    plans = []
    compiled = torch.compile(model, backend=Backend(plans.append))
    torch.testing.assert_close(trained(model, compiled, x), trained(model, model, x))
    assert len(plans) == 2 and not any(plan.fallbacks for plan in plans)
    assert any(name.startswith("neo.") for name in plans[0].known)


def test_training_of_half_precision():
    torch.manual_seed(1)
    model = torch.nn.GRU(**SIZES).bfloat16()
    x = torch.randn(7, 3, 5, dtype=torch.bfloat16, requires_grad=True)
    compiled = torch.compile(model, backend="neo")
    torch.testing.assert_close(trained(model, compiled, x), trained(model, model, x),
                               rtol=0.1, atol=0.1)


def test_training_of_any_number_of_sequences():
    model = torch.nn.GRU(**SIZES, batch_first=True)
    compiled = neo.torch.compile(model, batch=True)
    for items in (3, 8, 2):
        x = torch.randn(items, 7, 5, requires_grad=True)
        torch.testing.assert_close(trained(model, compiled, x), trained(model, model, x))
