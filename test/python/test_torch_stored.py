# test_torch_stored.py - graphs of PyTorch found in the cache
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What torch.compile(model, backend="neo") finds of an earlier compilation. Dynamo
forgets what it has traced, so that the graph is compiled as in another process; one test
has such a process."""

import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

from neo.torch import compiler, stored  # noqa: E402

pytestmark = [pytest.mark.peers, pytest.mark.skipif(
    not compiler.has_store(), reason="this PyTorch keeps no results of AOTAutograd")]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NEO_CACHE", raising=False)
    torch._dynamo.reset()
    torch.manual_seed(5)
    return tmp_path


class Counted:
    """How often graphs were found and not found inside of `with`."""

    def __enter__(self):
        self._before = neo.cache.info()
        return self

    def __exit__(self, *_):
        for thread in threading.enumerate():
            if thread.name == "neo-ahead":
                thread.join()
        after = neo.cache.info()
        self.hits, self.misses, self.damaged = (
            after[n] - self._before[n] for n in ("graph_hits", "graph_misses", "damaged"))


def numbers(*shape, dtype=torch.float64):
    return torch.randn(shape, dtype=dtype)


def network(rate=0.5):
    return nn.Sequential(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(),
                         nn.Dropout(rate), nn.Flatten(), nn.Linear(64, 3)).double()


def compiled(model):
    torch._dynamo.reset()
    return torch.compile(model, backend="neo", fullgraph=True)


def step(model, function, x):
    """What a training step gives and leaves, from one state and seed."""
    state = {n: v.clone() for n, v in model.state_dict().items()}
    torch.manual_seed(7)
    found = function(x)
    gradients = torch.autograd.grad(found.square().sum(), list(model.parameters()))
    after = {n: v.clone() for n, v in model.state_dict().items()}
    model.load_state_dict(state)
    return found, gradients, after


def test_training_step_is_found():
    model, x = network(), numbers(2, 2, 6, 6)
    expected = step(model, model, x)
    for misses in (3, 0):  # Autograd's result, and the steps of both graphs.
        with Counted() as counted:
            found = step(model, compiled(model), x)
        torch.testing.assert_close(found, expected, rtol=1e-9, atol=1e-11)
        assert (counted.hits, counted.misses) == (3 - misses, misses)


def test_found_inference_has_the_weights_of_its_model():
    x = numbers(2, 2, 6, 6)
    with torch.no_grad():
        for misses in (2, 0):
            model = network().eval()
            call = compiled(model)
            with Counted() as counted:
                torch.testing.assert_close(call(x), model(x))
            assert counted.misses == misses
        model[0].weight.mul_(2)
        torch.testing.assert_close(call(x), model(x))


def test_found_in_another_process(folder):
    script = textwrap.dedent("""
        import torch, neo
        torch.manual_seed(3)
        model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.3))
        loss = torch.compile(model, backend="neo")(torch.randn(5, 4)).square().sum()
        loss.backward()
        print(loss.item(), model[0].weight.grad.sum().item())
        print(neo.cache.info()["graph_misses"], neo.cache.info()["graph_hits"])
        """)
    first, second = (subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    ).stdout.splitlines() for _ in range(2))
    assert first[0] == second[0]
    assert (first[1], second[1]) == ("3 0", "0 3")


def test_views_and_changes_in_place_are_found():
    def function(x, y):
        x.mul_(2)
        y[1:].add_(x[0])
        return x.t(), y.view(-1)[::2]

    for misses in (2, 0):
        x, y = numbers(3, 3), numbers(4, 3)
        a, b = x.clone(), y.clone()
        with Counted() as counted:
            found = compiled(function)(x, y)
        torch.testing.assert_close((found, x, y), (function(a, b), a, b))
        assert found[0].data_ptr() == x.data_ptr()
        assert counted.misses == misses


def scaled(number):
    return lambda x: (x * number).sin()


@pytest.mark.parametrize(("function", "x"), [
    (scaled(2.0), numbers(4, 4)), (scaled(3.0), numbers(4, 3)),
    (scaled(3.0), numbers(4, 4, dtype=torch.float32)), (scaled(3.0), numbers(4, 4).t()),
    (scaled(3.0), numbers(4, 4).requires_grad_())],
    ids=["constant", "shape", "dtype", "strides", "gradient"])
def test_what_differs_is_not_found(function, x):
    compiled(scaled(3.0))(numbers(4, 4))
    with Counted() as counted:
        torch.testing.assert_close(compiled(function)(x), function(x))
    # A backward graph is looked for before it is called.
    assert counted.hits == 0 and counted.misses == 2 + x.requires_grad


def test_training_flag_and_rate_are_told_apart():
    x = numbers(2, 2, 6, 6)
    step(model := network(), compiled(model), x)
    for other in (network(0.25), network().eval()):
        with Counted() as counted:
            torch.testing.assert_close(step(other, compiled(other), x),
                                       step(other, other, x))
        assert counted.hits == 0


def test_other_versions_find_nothing(monkeypatch):
    compiled(scaled(3.0))(numbers(4, 4))
    monkeypatch.setattr(torch, "__version__", "2.99")
    stored.environment.cache_clear()
    with Counted() as counted:
        compiled(scaled(3.0))(numbers(4, 4))
    stored.environment.cache_clear()
    assert (counted.hits, counted.misses) == (0, 2)


def test_inputs_that_share_memory_are_told_apart():
    def function(x, y):
        x.mul_(2)
        return x + y

    compiled(function)(numbers(3), numbers(3))
    x = numbers(4)
    expected = function((y := x.clone())[:3], y[1:])
    torch.testing.assert_close(compiled(function)(x[:3], x[1:]), expected)
    torch.testing.assert_close(x, y)


def test_inputs_that_begin_elsewhere_are_told_apart():
    def function(x):
        x.fill_diagonal_(3.0)
        return x.sin()

    for offset in (0, 3):
        x = torch.zeros(24)
        compiled(function)(x[offset:offset + 16].view(4, 4))
        assert x.nonzero().flatten().tolist() == [offset + n for n in (0, 5, 10, 15)]


def test_damaged_entries_are_compiled_again(folder):
    model, x = network(), numbers(2, 2, 6, 6)
    expected = step(model, compiled(model), x)
    entries = list(Path(folder).glob("*.graph"))
    for entry in entries:
        content = bytearray(entry.read_bytes())
        content[len(content) // 2] ^= 1
        entry.write_bytes(content)
    with Counted() as counted:
        torch.testing.assert_close(step(model, compiled(model), x), expected)
    assert len(entries) == counted.damaged == 3


def test_fallbacks_are_found_and_refused_where_strict(monkeypatch):
    def function(x):
        return x.exp().sort()[0].sin() + x

    x = numbers(3, 4)
    for misses in (2, 0):
        with Counted() as counted:
            torch.testing.assert_close(compiled(function)(x), function(x))
        assert counted.misses == misses
    monkeypatch.setenv("NEO_TORCH_STRICT", "1")
    with pytest.raises(neo.UsageError, match="aten.sort.default runs in PyTorch, as"):
        compiled(function)(x)


def test_custom_operators_are_traced_anew():
    double = neo.torch.op("Y[i] = 2 * X[i]")
    for hits in (0, 1):  # Steps of the graph of ATen, not AOTAutograd's result.
        with Counted() as counted:
            torch.testing.assert_close(compiled(lambda x: double(x).sin())(numbers(3)
                                       .fill_(1)), torch.full((3,), 2.0).double().sin())
        assert (counted.hits, counted.misses) == (hits, 1 - hits)


def test_no_cache_keeps_nothing(folder, monkeypatch):
    monkeypatch.setenv("NEO_CACHE", "0")
    with Counted() as counted:
        compiled(scaled(3.0))(numbers(4))
    assert (counted.hits, counted.misses) == (0, 0)
    assert not list(folder.iterdir())


def test_a_graph_with_a_class_that_no_module_has_is_compiled():
    class Scale(torch.nn.Parameter):
        pass

    layer = torch.nn.Linear(3, 3)
    layer.weight = Scale(layer.weight.data)
    x = torch.randn(2, 3)
    with Counted() as counted:
        torch.testing.assert_close(compiled(layer)(x), layer(x))
    assert counted.hits == 0
