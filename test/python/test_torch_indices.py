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


LARGE = 2**60 + 1
ADDING = {
    "scatter_add": lambda x, i, s: x.scatter_add(0, i, s),
    "index_add": lambda x, i, s: x.index_add(0, i, s),
    "index_put": lambda x, i, s: x.index_put((i,), s, accumulate=True),
    "put": lambda x, i, s: x.put(i, s, accumulate=True),
}


@pytest.mark.parametrize("function", ADDING.values(), ids=ADDING)
@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.int8, torch.bool])
def test_sums_of_integers_are_exact_and_wrap_around(function, dtype):
    bits = 1 if dtype is torch.bool else torch.iinfo(dtype).bits
    whole = [n % 2**bits for n in (LARGE, LARGE, -LARGE, 2**63 - 1, 2**63 - 1, -3)]
    source = torch.tensor([n - 2**bits if n >= 2**(bits - 1) else n for n in whole]
                          if bits > 1 else whole).to(dtype)
    i = torch.tensor([0, 2, 1, 3, 3, 1])
    x = torch.zeros(4, dtype=dtype)
    found = torch.compile(function, backend="neo", fullgraph=True)(x, i, source)
    assert found.dtype == dtype and torch.equal(found, function(x, i, source))


def test_sums_of_many_integers_are_exact():
    s = torch.full((2**20 + 5,), -2**62 + 12345678901, dtype=torch.int64)
    i = torch.arange(len(s)) % 3
    function = torch.compile(ADDING["index_add"], backend="neo")
    x = torch.ones(3, dtype=torch.int64)
    assert torch.equal(function(x, i, s), ADDING["index_add"](x, i, s))
