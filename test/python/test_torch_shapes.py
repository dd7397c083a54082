# test_torch_shapes.py - other sizes than that of the batch vary
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from concurrent.futures import ThreadPoolExecutor

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

import neo.torch  # noqa: E402
from neo.torch import runs  # noqa: E402
from neo.torch.compiler import Backend  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    torch.manual_seed(6)


def encoder():
    return nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True).double()


@pytest.mark.parametrize("seen", [False, True], ids=["first", "after torch.compile"])
def test_another_length_is_another_program_for_any_batch(seen):
    model = encoder()
    if seen:  # Dynamo remembers which sizes of a module have varied.
        for length in (3, 4):
            torch.compile(model, backend="neo")(torch.randn(2, length, 8).double())
    compiled = neo.torch.compile(model)
    for items, length in ((2, 5), (6, 5), (3, 7), (9, 7)):
        x = torch.randn(items, length, 8, dtype=torch.float64, requires_grad=True)
        found, expected = compiled(x), model(x)
        torch.testing.assert_close(found, expected)
        gradients = [torch.autograd.grad(y.square().sum(), x)[0]
                     for y in (found, expected)]
        torch.testing.assert_close(*gradients)


def test_many_lengths_are_all_compiled():
    model = nn.Sequential(nn.Linear(8, 8), nn.GELU()).double()
    plans = []
    compiled = neo.torch.compile(model, backend=Backend(plans.append))
    for length in range(2, 14):
        x = torch.randn(3, length, 8, dtype=torch.float64)
        with torch.no_grad():
            torch.testing.assert_close(compiled(x), model(x))
    assert len(plans) == 12


def test_lengths_that_grow_are_compiled_when_they_come_again(monkeypatch):
    """As those of a cache of keys and values do, by a token for each call."""
    planned = []
    made = runs.Compiled._run_of_shapes

    def counted(self, inputs, arrays):
        planned.append(inputs)
        return made(self, inputs, arrays)

    def step(x, keys):
        keys = torch.cat([keys, x], 1)
        return torch.softmax(x @ keys.mT, -1) @ keys, keys

    monkeypatch.setattr(runs.Compiled, "_run_of_shapes", counted)
    compiled = torch.compile(step, backend="neo", dynamic=True)
    start = keys = torch.randn(2, 3, 4, dtype=torch.float64)
    for _ in range(runs.MOST_AT_ONCE + 6):
        x = torch.randn(2, 1, 4, dtype=torch.float64)
        torch.testing.assert_close(compiled(x, keys), step(x, keys))
        keys = step(x, keys)[1]
    assert len(planned) == runs.MOST_AT_ONCE
    for past in (keys, keys[:, :-1], start):
        torch.testing.assert_close(compiled(x, past), step(x, past))
    assert len(planned) == runs.MOST_AT_ONCE + 1  # That of keys was not met.


def test_strict_compiles_every_length(monkeypatch):
    monkeypatch.setenv("NEO_TORCH_STRICT", "1")
    monkeypatch.setattr(runs, "interpreted", None)
    compiled = torch.compile(torch.sin, backend="neo", dynamic=True)
    for length in range(2, runs.MOST_AT_ONCE + 6):
        x = torch.randn(length)
        torch.testing.assert_close(compiled(x), x.sin())


def test_threads_meet_sizes_at_the_same_time():
    """A plan for new sizes is made while another thread is in AOTAutograd."""
    model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
    compiled = torch.compile(model, backend="neo")

    def work(first):
        for n in range(8):
            compiled(torch.randn(1 + (n + first) % 5, 6)).sum().backward()

    with ThreadPoolExecutor(4) as threads:
        errors = [run.exception() for run in [threads.submit(work, n) for n in range(4)]]
    assert errors == [None] * 4


def test_weights_are_captured_for_few_shapes(monkeypatch):
    taken = []
    within = runs.Compiled._within

    def counted(self, arrays):
        found = within(self, arrays)
        taken.append(len(found))
        return found

    model = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16)).double()
    monkeypatch.setattr(runs, "MOST_CAPTURED", 3 * 8 * (2 * 16 * 32 + 48))
    monkeypatch.setattr(runs.Compiled, "_within", counted)
    compiled = torch.compile(model, backend="neo", dynamic=True)
    with torch.no_grad():
        for length in (*range(2, 8), 3, 7):
            x = torch.randn(length, 16, dtype=torch.float64)
            torch.testing.assert_close(compiled(x), model(x))
        assert taken == [4, 4, 4, 0, 0, 0]
        model[0].weight.mul_(2)
        torch.testing.assert_close(compiled(x), model(x))


@pytest.mark.parametrize("optimizer", [
    torch.optim.Adam, torch.optim.RMSprop, torch.optim.Adagrad, torch.optim.Adadelta])
def test_a_step_of_an_optimizer_is_all_in_neo(optimizer):
    import torch._inductor.inductor_prims  # noqa: F401 - Its products and sums.
    parameter = nn.Parameter(torch.randn(33, 17))
    parameter.grad = torch.randn(33, 17)
    stepper = optimizer([parameter])
    stepper.step()
    assert not neo.torch.explain(lambda: stepper.step()).fallbacks
