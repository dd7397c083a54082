# test_interpreter_end.py - runs that are under way where the interpreter ends
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A daemon thread inside a run must not bring the process down at its exit."""

import subprocess
import sys

import pytest

PROGRAM = """
import threading, time
import neo, numpy as np

def run():
    while True:
        {call}

{made}
{call}
threading.Thread(target=run, daemon=True).start()
time.sleep(0.1)
print("end")
"""
RUNS = {
    "long": ("f = neo.jit(lambda x: x @ x); x = np.ones((700, 700))", "f(x)"),
    "short": ("f = neo.jit(lambda x: x + 1); x = np.ones(3)", "f(x)"),
    "compilation": ("f = lambda x: neo.tanh(x @ x)",
                    "neo.jit(neo.grad(lambda x: f(x).sum()))(np.ones((8, 8)))"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_daemon_thread_may_run_at_the_end(name: str):
    made, call = RUNS[name]
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", PROGRAM.format(made=made, call=call)],
                              capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
