# test_torch_strides.py - strides that can be seen
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Results of compiled functions lie in memory as PyTorch's do, and `as_strided` reads
what lies under its operand (neo.torch.strides)."""

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers


def columns(x):
    """Lies column by column, as x.t() does."""
    return x.t() * 2


RESULTS = {
    "a transpose": lambda x: columns(x),
    "views of one": lambda x: [(y := columns(x)), y.t(), y.t().view(-1)],
    "views alone": lambda x: [(y := columns(x)).t(), y.t().view(-1)],
    "a result twice": lambda x: [(y := columns(x)), y, y + 1],
    "three dimensions": lambda x: x.view(3, 2, 2).permute(2, 0, 1) + 1,
    "one row": lambda x: x[:1].t() * 2,
    "images with channels last": lambda x: torch.nn.functional.avg_pool2d(
        x.view(1, 3, 2, 2).to(memory_format=torch.channels_last), 2, 1),
    "one channel that is last": lambda x: x.view(1, 3, 2, 2).to(
        memory_format=torch.channels_last)[:, :1].exp(),
    "one place of channels that are last": lambda x: torch.nn.functional.adaptive_avg_pool2d(
        x.reshape(2, 3, 2, 1).to(memory_format=torch.channels_last), 1),
    "one row and column": lambda x: x.view(1, 3, 2, 2)[:, :1, :, :1].permute(
        0, 2, 3, 1).exp(),
    "what PyTorch computes": lambda x: torch.sort(columns(x), 0).values,
    "views of complex numbers": lambda x: [
        torch.view_as_real(y := torch.complex(x.t() * 2, x.t() * 3)),
        torch.view_as_real(y.t().view(-1))],
    "nothing": lambda x: x[:0].t() * 2,
}
MEMORY = {
    "of a transpose": lambda x: torch.as_strided(columns(x), (2, 3), (1, 4), 1) * 2,
    "of a slice": lambda x: torch.as_strided(columns(x)[1:], (2, 3), (1, 1), 2) * 2,
    "where it begins": lambda x: torch.as_strided(columns(x)[:, 1:], (2, 3), (1, 2)) * 2,
    "of an input": lambda x: torch.as_strided(x, (2, 3), (5, 1), 1) * 2,
    "of an input's slice": lambda x: torch.as_strided(x[:, 1:], (2, 3), (5, 1), 0) * 2,
    "of one of two results": lambda x: torch.as_strided(
        torch.sort(columns(x), 0).values, (2, 3), (1, 4), 0) * 2,
    "of a part": lambda x: torch.as_strided(columns(x).split(2)[1], (2, 2), (1, 4)) * 2,
    "under another type": lambda x: torch.as_strided(
        (x * 2).contiguous().view(torch.int32), (4,), (2,), 1) + x.sum() * 0,
    "of complex numbers": lambda x: torch.as_strided(
        torch.view_as_real(torch.complex(x.t() * 1, x.t() + 1)), (4,), (2,), 1) * 2,
    "of conjugates": lambda x: torch.view_as_real(torch.as_strided(
        torch.complex(x, x + 1).conj(), (4,), (2,), 1) * 2),
    "copied": lambda x: torch.as_strided_copy(columns(x), (2, 3), (1, 4), 1),
    "of an input's columns": lambda x: torch.as_strided(x[:, 1:], (2, 2), (4, 2)) * 2,
    "in windows": lambda x: torch.as_strided(columns(x), (3, 4), (3, 1)).sum(1),
}


def check(function, x, **options):
    compiled = torch.compile(function, backend="neo", **options)
    found, wanted = compiled(x), function(x)
    for one, other in zip(*(r if isinstance(r, list) else [r] for r in (found, wanted)),
                          strict=True):
        agree(one, other)


def agree(found, wanted):
    torch.testing.assert_close(found, wanted)
    if found.numel() > 0:  # Where there is one of them, no step is taken.
        assert [s for s, n in zip(found.stride(), found.shape) if n > 1] == \
            [s for s, n in zip(wanted.stride(), wanted.shape) if n > 1]


def inputs():
    torch.manual_seed(4)
    memory = torch.randn(40, dtype=torch.float64)
    return {"all of its memory": memory[:12].view(3, 4),
            "behind an offset": memory[3:15].view(3, 4),
            "every second": memory[2:26:2].view(3, 4),
            "by columns": memory[1:13].view(4, 3).t()}


@pytest.mark.parametrize("name", RESULTS)
def test_results_lie_as_those_of_eager_mode(name):
    torch._dynamo.reset()
    for given, x in inputs().items():
        if given == "by columns" and "views" in name:
            continue  # There is no such view.
        check(RESULTS[name], x)
        check(RESULTS[name], x.detach().requires_grad_())


@pytest.mark.parametrize("name", MEMORY)
@pytest.mark.parametrize("given", inputs())
def test_as_strided_reads_memory(name, given):
    torch._dynamo.reset()
    x = inputs()[given]
    check(MEMORY[name], x)
    a, b = (x.detach().clone(memory_format=torch.preserve_format).requires_grad_()
            for _ in range(2))
    for each, function in ((a, MEMORY[name]),
                           (b, torch.compile(MEMORY[name], backend="neo"))):
        function(each).square().sum().backward()
    torch.testing.assert_close(a.grad, b.grad)


def test_a_copy_of_an_input_is_no_view_of_it():
    torch._dynamo.reset()
    x = torch.randn(3, 4)
    found = torch.compile(lambda x: torch.as_strided_copy(x, (2, 2), (1, 2), 1),
                          backend="neo")(x)
    agree(found, torch.as_strided_copy(x, (2, 2), (1, 2), 1))
    assert found.untyped_storage().data_ptr() != x.untyped_storage().data_ptr()


@pytest.mark.parametrize("given", inputs())
def test_as_strided_is_written(given):
    def function(x):
        y = columns(x)
        y.as_strided((2, 2), (1, 5), 1).add_(1)
        return y

    torch._dynamo.reset()
    check(function, inputs()[given])


def test_inputs_begin_anywhere():
    """Where an input begins in its memory is no part of what Dynamo compiles for."""
    def written(x):
        x.as_strided((2, 2), (5, 1), 1).add_(1)
        return x * 1

    memory = torch.randn(40, dtype=torch.float64)
    for function in (MEMORY["of an input"], MEMORY["of an input's columns"], written,
                     lambda x: x[1:].as_strided((2, 2), (4, 1)) * 2):
        torch._dynamo.reset()
        compiled = torch.compile(function, backend="neo")
        for start in (0, 3, 9):
            one, other = (m[start:start + 12].view(3, 4) for m in (memory, memory.clone()))
            agree(compiled(one), function(other))
            agree(one, other)


@pytest.mark.parametrize("needs", [True, False])
def test_results_are_changed_in_place(needs):
    torch._dynamo.reset()
    x = torch.randn(3, 4, requires_grad=needs)
    w = torch.randn(4, 3, requires_grad=True)
    for function in (torch.compile(columns, backend="neo"), columns):
        found = function(x)
        assert not found._is_view()
        found.add_(w).relu_().sum().backward()
        found.detach_()
        found.add_(1)


def test_memory_of_any_size():
    def written(x):
        y = columns(x)
        y.as_strided((2, 2), (1, 3), 1).add_(1)
        return y

    for function in (lambda x: torch.as_strided((x * 2)[1:], (2, 2), (1, 1)) * 2, written,
                     lambda x: torch.as_strided(columns(x), (2, 2), (1, 2), 1) * 2):
        torch._dynamo.reset()
        compiled = torch.compile(function, backend="neo", dynamic=True)
        for shape in ((3, 4), (3, 5), (7, 6)):
            x = torch.randn(shape, dtype=torch.float64)
            agree(compiled(x), function(x))


def test_sizes_that_are_data():
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        torch._dynamo.reset()
        function = lambda x, n: (torch.ones(n.item(), 3) * x).t() * 2  # noqa: E731
        compiled = torch.compile(function, backend="neo")
        for n in (4, 5):
            torch.testing.assert_close(compiled(torch.ones(3), torch.tensor(n)),
                                       function(torch.ones(3), torch.tensor(n)))


def test_memory_needs_no_fallback():
    x = inputs()["all of its memory"]
    for function in (*RESULTS.values(), *MEMORY.values()):
        found = {name for name, _ in neo.torch.explain(function, x).fallbacks}
        if not found & {"aten.complex.default", "aten.view.dtype"}:
            assert found <= {"aten.sort.default"}


def test_results_of_any_batch_lie_as_those_of_eager_mode():
    def function(x):
        return [(y := torch.relu(x.permute(2, 0, 1))), y.permute(1, 2, 0)]

    compiled = neo.torch.compile(function, batch=True)
    for items in (3, 5):
        x = torch.randn(items, 4, 6)
        for one, other in zip(compiled(x), function(x), strict=True):
            agree(one, other)


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("shape, order", [
    ((6, 5), (1, 0)), ((3, 7, 5), (0, 2, 1)), ((3, 4, 6, 5), (0, 3, 1, 2)),
    ((3, 4, 6, 5), (0, 1, 3, 2)), ((2, 3, 4, 6, 5), (0, 4, 1, 2, 3))])
def test_normalised_batches_lie_as_those_of_eager_mode(shape, order, training):
    torch._dynamo.reset()
    x = torch.randn(shape).permute(order)
    kind = {4: torch.nn.BatchNorm2d, 5: torch.nn.BatchNorm3d}
    layer = kind.get(x.ndim, torch.nn.BatchNorm1d)(x.shape[1]).train(training)
    found, wanted = torch.compile(layer, backend="neo")(x), layer(x)
    assert found.stride() == wanted.stride()


def test_results_of_any_size_lie_as_those_of_eager_mode():
    torch._dynamo.reset()
    for rows in (3, 5, 7):
        check(RESULTS["views of one"], torch.randn(rows, 4), dynamic=True)


GAPS = {
    "a slice": lambda x: (x * 2, (x * 2)[:, 1::2]),
    "a view of a view": lambda x: ((x * 2).view(-1)[3:].view(-1)[1:],),
    "one for many": lambda x: ((x * 2).sum(1, keepdim=True).expand(3, 5),),
    "windows": lambda x: (x.sin().unfold(1, 2, 2), x.sin().diagonal()),
}


@pytest.mark.parametrize("name", GAPS)
def test_results_have_gaps_as_those_of_eager_mode(name):
    torch._dynamo.reset()
    for given, x in inputs().items():
        if given == "by columns" and "view" in name:
            continue
        found = torch.compile(GAPS[name], backend="neo")(x)
        for one, other in zip(found, GAPS[name](x), strict=True):
            agree(one, other)


@pytest.mark.parametrize("first", [0, 3])
def test_an_input_of_shared_memory_is_given_back_where_it_is(first):
    """AOTAutograd takes it anew, by where the graph's result begins. That is part of the
    key by which graphs are kept."""
    def function(x, y):
        x.mul_(2)
        return y.double()

    torch._dynamo.reset()
    a, b = (torch.arange(24, dtype=torch.float64)[first:first + 20] for _ in "ab")
    wanted = function(a.view(4, 5), a.view(4, 5)[1:])
    found = torch.compile(function, backend="neo")(b.view(4, 5), b.view(4, 5)[1:])
    agree(found, wanted)
    agree(b, a)
    found.add_(1)
    assert b[-1] == a[-1] + 1


MATRICES = {
    "a slice": (lambda x: torch.linalg.det(x[:, :4]), (4, 6)),
    "transposed": (lambda x: torch.linalg.slogdet(x.T)[1], (4, 4)),
    "a batch": (lambda x: torch.linalg.det(x.view(2, 3, 4)[:, :, :3]).sum(), (4, 6)),
    "computed": (lambda x: torch.linalg.det((x * 2).T + 1), (4, 4)),
}


@pytest.mark.parametrize("name", MATRICES)
def test_what_pytorch_runs_finds_the_strides_of_its_trace(name):
    """The gradient of a determinant is traced for those of eager mode."""
    function, shape = MATRICES[name]
    torch._dynamo.reset()
    x = torch.randn(shape, dtype=torch.float64, requires_grad=True)
    found = torch.compile(function, backend="neo")(x)
    torch.testing.assert_close(found, function(x))
    torch.testing.assert_close(torch.autograd.grad(found, x),
                               torch.autograd.grad(function(x), x))


def test_a_custom_operator_of_memory():
    @torch.library.custom_op("test_neo_strides::memory", mutates_args=())
    def memory(x: torch.Tensor) -> torch.Tensor:
        return torch.as_strided(x, (x.numel(),), (1,)).clone()

    @memory.register_fake
    def _(x):
        return x.new_empty(x.numel())

    torch._dynamo.reset()
    x = torch.arange(24.0).view(2, 3, 2, 2).to(memory_format=torch.channels_last)
    compiled = torch.compile(lambda x: memory(x * 2), backend="neo")
    torch.testing.assert_close(compiled(x), memory(x * 2))
