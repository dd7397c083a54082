# test_torch_aliases.py - results that are views, by backend="neo"
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Views of inputs begin where the call's sizes say, and views of results change with
them, as in eager mode."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers


def transposed(x):
    y = (x * 2).t()
    return y, y[1:], y[0]


INPUTS = {
    "half": lambda x: (x[x.shape[0] // 2:],), "halves": lambda x: x.chunk(2),
    "last of a transpose": lambda x: (x.t()[-1], x.t()[:, 1:]),
}
RESULTS = {
    "half": lambda x: (y := x * 2, y.chunk(2)[1]),
    "rows and one": lambda x: (y := x * 2, y[1:], y[1:][0]),
    "of a transpose": transposed,
    "of nothing else": lambda x: (y := x * 2) is y and (y.view(-1), y.t()),
    "the pieces": lambda x: (y := x * 2) is y and (y.view(-1), *y.split(2)),
    "of a column": lambda x: (y := (x * 2).t()) is y and (y[0], y[:2]),
}


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("dynamic", [None, True])
def test_views_of_inputs_of_any_size(name, dynamic):
    torch._dynamo.reset()
    function = INPUTS[name]
    compiled = torch.compile(function, backend="neo", dynamic=dynamic)
    for size in (4, 6, 8):
        x = torch.arange(2.0 * size).view(size, 2)
        for found, wanted in zip(compiled(x), function(x), strict=True):
            assert torch.equal(found, wanted)
            assert found.stride() == wanted.stride()
            assert found.data_ptr() == wanted.data_ptr()


@pytest.mark.parametrize("name", RESULTS)
def test_views_of_results_share_their_memory(name):
    torch._dynamo.reset()
    function = RESULTS[name]
    x = torch.arange(8.0).view(4, 2)
    found = torch.compile(function, backend="neo")(x)
    wanted = function(x)
    for tensors in (found, wanted):
        tensors[1].add_(1)
    for one, other in zip(found, wanted, strict=True):
        assert torch.equal(one, other) and one.stride() == other.stride()
        assert one.storage_offset() == other.storage_offset()


@pytest.mark.parametrize("name", [*INPUTS, *RESULTS])
def test_gradients_of_views(name):
    torch._dynamo.reset()
    function = (INPUTS | RESULTS)[name]
    gradients = []
    for f in (function, torch.compile(function, backend="neo")):
        x = torch.arange(8.0).view(4, 2).requires_grad_()
        sum(y.square().sum() for y in f(x)).backward()
        gradients.append(x.grad)
    assert torch.equal(*gradients)


def test_views_beside_sizes_that_are_data():
    def function(x):
        y = x * 2
        return x.nonzero(), y, y[1:].unsqueeze(0), x.t() + torch.zeros_like(x.t())

    torch._dynamo.reset()
    x = torch.arange(8.0).view(4, 2)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        found = torch.compile(function, backend="neo")(x)
    for one, other in zip(found, function(x), strict=True):
        assert torch.equal(one, other)
