# test_torch_joined.py - models of PyTorch that join the batch with other dimensions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.compile` where rows are all tokens of all sequences."""

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

from neo.torch.compiler import Backend  # noqa: E402
from neo.torch.joined import Join  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.usefixtures("fresh")]

SIZES = (4, 7, 3)
F = nn.functional


def test_a_joined_dimension_apart():
    join = Join(1, 2, 3)
    assert join.apart((5, 24, 7)) == (5, 2, 4, 3, 7)
    assert join.together((5, 2, 4, 3, 7)) == (5, 24, 7)
    assert join.batch == 2 and join.places(1) == [1, 2, 3] and join.places(2) == [4]


class Tokens(nn.Module):
    """Words, attention by batches of matrices, and a network of each token."""

    def __init__(self):
        super().__init__()
        self.words, self.norm = nn.Embedding(11, 6), nn.LayerNorm(6)
        self.mix, self.head = nn.Linear(6, 18), nn.Linear(6, 5)

    def forward(self, x):
        count, length = x.shape
        x = self.norm(self.words(x))
        q, k, v = self.mix(x).view(count, length, 3, 2, 3).permute(2, 0, 3, 1, 4)
        x = torch.softmax(q @ k.transpose(2, 3), 3) @ v
        return self.head(x.transpose(1, 2).reshape(count, length, 6))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_loss_of_tokens(axis):
    """The batch is the outer or the inner factor of the rows."""
    model, plans = Tokens().double(), []

    def loss(x, y):
        x = x.T if axis else x
        found = model(x)
        found = found.transpose(0, 1) if axis else found
        return F.cross_entropy(found.reshape(-1, 5), y.reshape(-1), reduction="sum")

    fast = neo.torch.compile(loss, batch={"x": axis, "y": axis},
                             backend=Backend(plans.append))
    for items in SIZES:
        shape = (7, items) if axis else (items, 7)
        x, y = torch.randint(11, shape), torch.randint(5, shape)
        found, expected = ([value, *torch.autograd.grad(value, list(model.parameters()))]
                           for value in (fast(x, y), loss(x, y)))
        torch.testing.assert_close(found, expected)
    assert len(plans) == 2 and not [f for p in plans for f in p.fallbacks]


@pytest.mark.parametrize("first", [True, False])
def test_a_recurrent_network(first):
    model, plans = nn.LSTM(4, 5, batch_first=first).double(), []
    head, axis = nn.Linear(5, 3).double(), 0 if first else 1
    fast = neo.torch.compile(lambda x: head(model(x)[0]), batch={"x": axis},
                             backend=Backend(plans.append))
    for items in SIZES:
        shape = (items, 6, 4) if first else (6, items, 4)
        x = torch.randn(shape, dtype=torch.float64)
        x.requires_grad_(True)
        found, expected = ([y, *torch.autograd.grad(y.square().sum(), x)]
                           for y in (fast(x), head(model(x)[0])))
        torch.testing.assert_close(found, expected)
    assert len(plans) == 2 and not [f for p in plans for f in p.fallbacks]


FUNCTIONS = {
    "elements": lambda x: x.reshape(-1).sin(),
    "row": lambda x: x.reshape(-1, 2) * torch.arange(2.) + x.reshape(-1, 1).mean(1)[0],
    "columns": lambda x: x.view(-1, 2).T @ x.view(-1, 2),
    "middle": lambda x: x.view(1, -1, 2).expand(3, -1, 2) + torch.ones(3, 1, 2),
    "sums": lambda x: x.view(-1, 2).sum(0, keepdim=True) + x.view(-1, 2).softmax(1),
    "added": lambda x: torch.addmm(x.view(-1, 2)[:, :1], x.view(-1, 2), torch.ones(2, 3)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_operators_of_joined_dimensions(name):
    function = FUNCTIONS[name]
    fast = neo.torch.compile(function)
    for items in SIZES:
        x = torch.randn(items, 6)
        torch.testing.assert_close(fast(x), function(x))


@pytest.mark.parametrize(("function", "name", "reason"), [
    (lambda x: torch.cat([x, x]).sin(), "cat", "joined with another dimension"),
    (lambda x: x.reshape(-1).cumsum(0) * 2, "cumsum", "chooses or orders items"),
    (lambda x: x.flip(0).exp(), "flip", "chooses or orders items"),
    (lambda x: x[torch.arange(len(x)), 1] + x[:, 0], "arange", "counts the items"),
], ids=["doubled", "along", "reversed", "counted"])
def test_what_pytorch_runs(function, name, reason):
    plans = []
    fast = neo.torch.compile(function, backend=Backend(plans.append))
    for items in SIZES:
        x = torch.randn(items, 6)
        torch.testing.assert_close(fast(x), function(x))
    first = plans[0].fallbacks[0]
    assert len(plans) == 1 and name in first.name and reason in first.reason


def test_after_a_refusal_as_much_as_can_be_is_computed():
    """What needs the result of a refused operator is not refused with it."""
    plans = []
    fast = neo.torch.compile(lambda x: torch.cat([x, x]).sin().cos() + 1,
                             backend=Backend(plans.append))
    fast(torch.randn(4, 6))
    assert [f.name for f in plans[0].fallbacks] == ["aten.cat.default"]
