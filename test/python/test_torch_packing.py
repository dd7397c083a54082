# test_torch_packing.py - graphs as bytes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Graphs of ATen operators that outlive their process, and those that do not."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from neo.torch.graph import tensors_in  # noqa: E402
from neo.torch.packing import MOST_CONSTANT, Packed  # noqa: E402
from neo.torch.runs import Compiled  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NEO_CACHE", raising=False)


def function(x, y):
    values, places = torch.sort(x @ y, dim=1)
    return [values[:, 1:].sin(), places, x + torch.tensor([1.0, 2.0, 3.0])]


def graph(mode="fake", rows=4):
    return make_fx(function, tracing_mode=mode)(torch.ones(rows, 3), torch.ones(3, 3))


def test_a_graph_is_what_it_was():
    before = graph()
    content = Packed(before).content
    graphs = Packed(before).known, Packed(content=content).known
    told = [[(n.format_node(), [(t.shape, t.stride(), t.dtype)
                                for t in tensors_in(metas.get(n))]) for n in nodes.nodes]
            for nodes, metas, _ in graphs]
    assert told[0] == told[1]
    one, other = (list(constants.values()) for _, _, constants in graphs)
    torch.testing.assert_close(one, other)


def test_other_layouts_than_those_that_were_kept():
    x, y = torch.randn(4, 3), torch.randn(3, 3)
    expected = function(x, y)
    first = Compiled(Packed(graph()))
    torch.testing.assert_close(first([x, y]), expected)
    again = Compiled(Packed(content=first.packed.content))
    for other in (x.t().contiguous().t(), x, x.repeat(1, 2)[:, :3]):
        torch.testing.assert_close(again([other, y]), expected)


@pytest.mark.parametrize("what", ["symbols", "constant"])
def test_graphs_that_are_not_kept(what):
    module = graph("symbolic" if what == "symbols" else "fake")
    if what == "constant":
        name = next(n.target for n in module.graph.nodes if n.op == "get_attr")
        setattr(module, name, torch.zeros(MOST_CONSTANT))
    assert Packed(module).content is None
