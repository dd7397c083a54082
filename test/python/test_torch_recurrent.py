# test_torch_recurrent.py - recurrent layers of PyTorch in inference
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch gives the layers of an LSTM to oneDNN where no gradient is wanted; in Neo each
is a loop over time."""

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
def test_other_recurrent_modules_are_unrolled(kind):
    same(kind(**SIZES, num_layers=2), torch.randn(7, 3, 5))


def test_an_lstm_of_any_number_of_sequences():
    model = torch.nn.LSTM(**SIZES, batch_first=True).eval()
    compiled = neo.torch.compile(model, batch=True)
    with torch.no_grad():
        for items in (3, 8, 2):
            x = torch.randn(items, 7, 5)
            torch.testing.assert_close(compiled(x), model(x))


def test_an_lstm_in_training_is_as_in_eager_mode():
    model, x = torch.nn.LSTM(**SIZES), torch.randn(7, 3, 5)
    compiled = torch.compile(model, backend="neo")
    wanted = torch.autograd.grad(model(x)[0].square().sum(), model.weight_hh_l0)
    found = torch.autograd.grad(compiled(x)[0].square().sum(), model.weight_hh_l0)
    torch.testing.assert_close(found, wanted)
