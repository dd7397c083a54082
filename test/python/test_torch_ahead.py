# test_torch_ahead.py - graphs compiled before they are called
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import textwrap
import threading

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from torch import nn  # noqa: E402

from neo.torch import ahead, calls, runs  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NEO_CACHE", raising=False)
    torch._dynamo.reset()
    torch.manual_seed(7)


@pytest.fixture
def compiling(monkeypatch):
    """The names of the threads that compiled programs."""
    names = []
    made = calls.Called.compiled_for

    def compiled_for(self, layouts):
        if layouts not in self._by_layouts._values:
            names.append(threading.current_thread().name)
        return made(self, layouts)

    monkeypatch.setattr(calls.Called, "compiled_for", compiled_for)
    return names


def gradients(model, x, compiled=None):
    model.zero_grad()
    (compiled or model)(x).tanh().sum().backward()
    return [p.grad.clone() for p in model.parameters()]


def network():
    return nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.GELU(), nn.Dropout(0.0),
                         nn.Linear(8, 3)).double()


@pytest.mark.parametrize("cache", ["1", "0"])
def test_both_graphs_of_a_step_are(compiling, monkeypatch, cache):
    monkeypatch.setenv("NEO_CACHE", cache)
    model, x = network(), torch.randn(5, 6, dtype=torch.float64)
    expected = gradients(model, x)
    found = gradients(model, x, torch.compile(model, backend="neo"))
    torch.testing.assert_close(found, expected)
    assert len(compiling) == 2 and set(compiling) == {"neo-ahead"}


def test_other_layouts_than_expected(compiling, monkeypatch):
    monkeypatch.setattr(ahead, "expected", lambda plan, node: torch.empty_strided(
        plan.metas[node].shape, (0,) * plan.metas[node].ndim,
        dtype=plan.metas[node].dtype, device="meta"))
    model, x = network(), torch.randn(5, 6, dtype=torch.float64)
    expected = gradients(model, x)
    found = gradients(model, x, torch.compile(model, backend="neo"))
    torch.testing.assert_close(found, expected)
    assert "MainThread" in compiling
    # What was called is kept, and not what was expected.
    monkeypatch.undo()
    torch._dynamo.reset()
    compiling.clear()
    found = gradients(model, x, torch.compile(model, backend="neo"))
    torch.testing.assert_close(found, expected)
    assert not compiling


def test_what_fails_ahead_is_the_first_calls(monkeypatch):
    def fails(*_):
        raise RuntimeError("nothing ahead")

    monkeypatch.setattr(runs, "compile_steps", fails)
    model, x = network(), torch.randn(5, 6, dtype=torch.float64)
    expected = gradients(model, x)
    torch.testing.assert_close(
        gradients(model, x, torch.compile(model, backend="neo")), expected)


def test_a_forked_child_waits_for_nothing():
    going = threading.Event()
    waited = ahead.Ahead(going.wait)
    child = os.fork()
    if not child:
        os._exit(0 if waited.result() is None else 1)
    assert os.waitpid(child, 0)[1] == 0
    going.set()
    assert waited.result() is True


LAYERS = """
import os, signal, threading, time
import torch
from neo import _core

def interrupt():
    while _core.compile_progress()[0] < 1:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

layers = [torch.nn.Conv2d(n, n + 1, 3) for n in range(2, 12)]
"""


def run(*parts):
    text = "".join(map(textwrap.dedent, parts))
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                          timeout=300, env=os.environ | {"NEO_CACHE": "0"})
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_a_process_that_ends_before_its_backward_pass():
    assert run("""
        import torch
        model = torch.nn.Sequential(*[torch.nn.Linear(9, 9) for _ in range(8)])
        print(torch.compile(model, backend="neo")(torch.ones(2, 9)).shape)
        """) == "torch.Size([2, 9])\n"


def test_ctrl_c_gives_both_graphs_up():
    run(LAYERS, """
        model = torch.nn.Sequential(*layers).double()
        x = torch.randn(1, 2, 40, 40, dtype=torch.float64)
        compiled = torch.compile(model, backend="neo")
        threading.Thread(target=interrupt).start()
        try:
            compiled(x).sum().backward()
            raise SystemExit("finished")
        except KeyboardInterrupt:
            pass
        while "neo-ahead" in [thread.name for thread in threading.enumerate()]:
            time.sleep(0.01)
        done, found = _core.compile_progress()
        assert done < found, (done, found)
        compiled(x).sum().backward()
        weight = layers[0].weight
        gradient, weight.grad = weight.grad, None
        model(x).sum().backward()
        torch.testing.assert_close(gradient, weight.grad)
        """)


def test_a_process_that_ends_after_ctrl_c():
    run(LAYERS, """
        model = torch.compile(torch.nn.Sequential(*layers), backend="neo")
        threading.Thread(target=interrupt).start()
        try:
            model(torch.randn(1, 2, 40, 40))
            raise SystemExit("finished")
        except KeyboardInterrupt:
            pass
        """)
