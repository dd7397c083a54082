# test_torch_indices.py - positions that lie outside, in a compiled function
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Eager mode counts some negative positions from the end and refuses others."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

import neo.torch  # noqa: E402, F401

pytestmark = pytest.mark.peers

X = torch.arange(1.0, 9.0).reshape(2, 4)
FROM_THE_FRONT = {
    "cross_entropy": torch.nn.functional.cross_entropy,
    "nll_loss": torch.nn.functional.nll_loss,
    "multi_margin_loss": torch.nn.functional.multi_margin_loss,
    "gather": lambda x, i: x.gather(1, i[:, None]),
    "scatter": lambda x, i: torch.zeros(2, 4).scatter(1, i[:, None], x),
    "scatter of a number": lambda x, i: x.scatter(1, i[:, None], 0.0),
    "scatter_add": lambda x, i: torch.zeros(2, 4).scatter_add(1, i[:, None], x),
    "scatter_reduce": lambda x, i: x.scatter_reduce(1, i[:, None], x, "amax"),
    "index_select": lambda x, i: x.index_select(1, i),
    "index_add": lambda x, i: torch.zeros(4, 4).index_add(0, i, x),
    "embedding": lambda x, i: torch.nn.functional.embedding(i, x.T.contiguous()),
    "embedding_bag": lambda x, i: torch.nn.functional.embedding_bag(
        i[None], x.T.contiguous()),
}
FROM_THE_END = {
    "index": lambda x, i: x[:, i],
    "index_put": lambda x, i: torch.zeros(2, 4).index_put(
        (torch.tensor([0, 1]), i), x[0, :2]),
    "take": lambda x, i: x.take(i),
}
EVERY = FROM_THE_FRONT | FROM_THE_END


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()


def refused(name, *indices):
    for function in (EVERY[name], torch.compile(EVERY[name], backend="neo")):
        with pytest.raises((IndexError, RuntimeError)):
            function(X, torch.tensor(indices))
    with pytest.raises(IndexError, match=rf"index {indices[0]} .*lies outside 0\.\."):
        function(X, torch.tensor(indices))


@pytest.mark.parametrize("name", FROM_THE_FRONT)
def test_a_negative_one_is_refused_where_eager_mode_refuses_it(name):
    refused(name, -1, 0)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("index", [9, -9])
def test_one_outside_is_named_as_it_was_given(name, index):
    refused(name, index, 0)


@pytest.mark.parametrize("name", FROM_THE_END)
def test_a_negative_one_counts_from_the_end(name):
    i = torch.tensor([-1, 0])
    torch.testing.assert_close(torch.compile(EVERY[name], backend="neo")(X, i),
                               EVERY[name](X, i))
