# test_interrupted_compilation.py - signals while a program compiles
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each case in a process of its own with an empty cache, which sends itself a signal
once its compilation has come to a certain point."""

import subprocess
import sys

import pytest

pytest.importorskip("neo._core")

SETUP = """
import os, signal, tempfile, threading, time
os.environ["NEO_CACHE_DIR"] = tempfile.mkdtemp()
import numpy as np
import neo
from neo import _core

os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])  # One kernel at a time.

def steps(x):  # A kernel each and its gradient's, none like another.
    for n in range(1, 6):
        x = neo.softmax(x[:-1, :-n], axis=1) @ x[:x.shape[1] - n, :]
    return neo.sum(x * x)

x = np.linspace(0, 1, 8000).reshape(100, 80)
text = neo.jit(neo.grad(steps)).ir(x)

def send(number, when):
    def run():
        while not when():
            time.sleep(0.001)
        os.kill(os.getpid(), number)
    threading.Thread(target=run, daemon=True).start()

def compiled():
    return _core.compile_progress()[0]

def found():
    return _core.compile_progress()[1]

def interrupted(call):
    try:
        call()
    except KeyboardInterrupt:
        return
    raise SystemExit("finished")
"""


def run(body):
    done = subprocess.run([sys.executable, "-c", SETUP + body], capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ctrl_c_skips_the_passes_that_are_left():
    run("""
started = time.perf_counter()
send(signal.SIGINT, lambda: time.perf_counter() > started + 0.05)
interrupted(lambda: _core.Program(text, "main", 1))
assert found() == 0
""")


def test_ctrl_c_skips_kernels_and_keeps_those_that_are_done():
    run("""
send(signal.SIGINT, lambda: compiled() >= 1)
interrupted(lambda: _core.Program(text, "main", 1))
done, needed = _core.compile_progress()
assert 1 <= done < needed, (done, needed)
program = _core.Program(text, "main", 1)
assert found() - needed == needed - done
expected = neo.interpret(neo.jit(neo.grad(steps)), x)[0]
np.testing.assert_allclose(program.run([x])[0], expected, atol=1e-12)
""")


def test_a_function_that_was_interrupted_compiles_when_called_again():
    run("""
slope = neo.jit(neo.grad(steps))
send(signal.SIGINT, lambda: compiled() >= 1)
interrupted(lambda: slope(x))
np.testing.assert_allclose(slope(x), neo.interpret(slope, x)[0], atol=1e-12)
""")


def test_a_handler_that_returns_lets_the_compilation_go_on():
    run("""
calls = []
signal.signal(signal.SIGALRM, lambda *_: calls.append(found()))
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
_core.Program(text, "main", 1)
signal.setitimer(signal.ITIMER_REAL, 0)
assert len(calls) >= 2 and calls[0] == 0, calls
""")


def test_a_handler_that_compiles_is_refused():
    run("""
def handler(*_):
    _core.Program(neo.expr("B[i] = A[i] + 1").ir(x[0]), "main", 1)

signal.signal(signal.SIGALRM, handler)
send(signal.SIGALRM, lambda: compiled() >= 1)
try:
    _core.Program(text, "main", 1)
    raise SystemExit("finished")
except neo.Error as refusal:
    assert "a signal handler cannot use a compiled function" in str(refusal)
""")


def test_the_compilation_of_another_thread_is_given_up():
    run("""
refusals = []

def other():
    try:
        _core.Program(text, "main", 1)
    except neo.Error as refusal:
        refusals.append(str(refusal))

thread = threading.Thread(target=other)
thread.start()
while compiled() < 1:
    time.sleep(0.001)
_core.give_up_compilations(thread.native_id, True)
thread.join()
assert refusals == [
    "the compilation was given up, as another thread was interrupted"], refusals
assert compiled() < found()
_core.give_up_compilations(thread.native_id, False)
""")
