# test_torch_training.py - what training loops do beside forward and backward
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Weights that are written without a word, graphs that are run backward twice, cotangents
that stand for many, and dropout between recurrent layers."""

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

F = torch.nn.functional
pytestmark = pytest.mark.peers

WRITES = {
    "data": lambda p: p.data.clamp_(-0.01, 0.01),
    "NumPy": lambda p: p.detach().numpy().__iadd__(1),
    "memory": lambda p: p.untyped_storage().copy_((p * 2).untyped_storage()),
}


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(0)


@pytest.mark.parametrize("module, x", [
    (torch.nn.Linear(40, 40), torch.randn(3, 40)),
    (torch.nn.Embedding(1000, 8), torch.tensor([3, 500, 77]))])
def test_steps_of_fused_optimizers_change_weights(module, x):
    compiled = torch.compile(module, backend="neo")
    optimizer = torch.optim.Adam(module.parameters(), lr=0.1, fused=True)
    for _ in range(3):
        compiled(x).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        with torch.no_grad():
            torch.testing.assert_close(compiled(x), module(x))


@pytest.mark.parametrize("name", WRITES)
@torch.no_grad()
def test_weights_are_written_without_a_word(name):
    module, x = torch.nn.Linear(40, 40), torch.randn(3, 40)
    compiled = torch.compile(module, backend="neo")
    compiled(x)
    for parameter in module.parameters():
        WRITES[name](parameter)
    torch.testing.assert_close(compiled(x), module(x))


def test_weights_are_exchanged_for_others():
    """As by module.to(...) where parameters are no wrappers of others."""
    module, x = torch.nn.Linear(40, 40), torch.randn(3, 40)
    compiled = torch.compile(module, backend="neo")
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        with torch.no_grad():
            for dtype in torch.float32, torch.float64, torch.float32:
                module.to(dtype)
                torch.testing.assert_close(compiled(x.to(dtype)), module(x.to(dtype)))
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)


def test_a_graph_is_run_backward_twice():
    module = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh())
    compiled = torch.compile(module, backend="neo")
    total = compiled(torch.randn(5, 4)).sum()
    total.backward(retain_graph=True)
    once = module[0].weight.grad.clone()
    total.backward()
    torch.testing.assert_close(module[0].weight.grad, 2 * once)


def test_cotangents_that_stand_for_many():
    x = torch.linspace(-1, 1, 4, requires_grad=True)
    compiled = torch.compile(lambda x: torch.tanh(x * 2), backend="neo")
    found, = torch.autograd.grad(compiled(x), x, torch.eye(4), is_grads_batched=True)
    wanted = torch.autograd.functional.jacobian(lambda x: torch.tanh(x * 2), x)
    torch.testing.assert_close(found, wanted)


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
@pytest.mark.parametrize("options", [{}, {"bidirectional": True, "batch_first": True}])
def test_dropout_between_recurrent_layers(kind, options):
    module = getattr(torch.nn, kind)(4, 6, 3, dropout=0.5, **options)
    x = torch.randn(5, 3, 4)
    compiled = torch.compile(module, backend="neo")
    for context in (torch.no_grad(), torch.enable_grad()):
        with context:
            torch.manual_seed(1)
            found, after = compiled(x)[0], torch.rand(1)
            torch.manual_seed(1)
            wanted, later = module(x)[0], torch.rand(1)
        torch.testing.assert_close(found, wanted)
        assert torch.equal(after, later)


DRAWS = {
    "dropout": lambda x: F.dropout(x * 2, 0.4), "rand_like": torch.rand_like,
    "dropout of a slice": lambda x: F.dropout(x[1:], 0.4),
    "randn_like": lambda x: torch.randn_like(x * 2),
    "normal": lambda x: (x * 2).clone().normal_(),
    "exponential": lambda x: (x * 2).clone().exponential_(),
}


@pytest.mark.parametrize("name", DRAWS)
def test_random_numbers_lie_as_in_eager_mode(name):
    x = torch.randn(4, 6, 5).transpose(0, 2)
    torch.manual_seed(1)
    wanted, later = DRAWS[name](x), torch.rand(1)
    torch.manual_seed(1)
    found, after = torch.compile(DRAWS[name], backend="neo")(x), torch.rand(1)
    torch.testing.assert_close(found, wanted)
    assert torch.equal(after, later)


@pytest.mark.parametrize("name", ["dropout", "rand_like", "normal"])
def test_random_numbers_of_any_batch_lie_as_in_eager_mode(name):
    def function(x):
        return DRAWS[name](x.transpose(0, 2))

    compiled = torch.compile(function, backend="neo", dynamic=True)
    for size in (4, 7):
        x = torch.randn(size, 6, 5)
        torch.manual_seed(1)
        wanted = function(x)
        torch.manual_seed(1)
        torch.testing.assert_close(compiled(x), wanted)


@pytest.mark.parametrize("mask", [
    torch.tensor([[True, True], [False, False]]),
    torch.tensor([[0.0, 0.0], [-torch.inf, -torch.inf]])])
def test_a_row_of_which_a_mask_leaves_nothing(mask):
    def function(q, v):
        return F.scaled_dot_product_attention(q, q, v, attn_mask=mask)

    found = []
    for f in (function, torch.compile(function, backend="neo")):
        q = torch.linspace(-1, 1, 8).view(1, 1, 2, 4).requires_grad_()
        y = f(q, torch.arange(8.0).view(1, 1, 2, 4))
        y.square().sum().backward()
        found.append((y.detach(), q.grad))
    torch.testing.assert_close(*found)
