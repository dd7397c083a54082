# test_interpreter_end.py - runs that are under way where the interpreter ends
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A daemon thread inside a run must not bring the process down at its exit."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import itertools, threading, time
import neo, numpy as np

def run(first):
    for number in itertools.count(first):
        {call}

{made}
for thread in range(2):
    threading.Thread(target=run, args=(thread * 1000,), daemon=True).start()
time.sleep({seconds})
print("end")
"""
RUNS = {
    "long": ("f = neo.jit(lambda x: x @ x); x = np.ones((700, 700)); f(x)", "f(x)"),
    "short": ("f = neo.jit(lambda x: x + 1); x = np.ones(3); f(x)", "f(x)"),
    "compilation": ("x = np.ones((8, 8))",
                    "neo.jit(lambda x: neo.tanh(x @ x * number) + number)(x)"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_daemon_thread_may_run_at_the_end(name: str):
    made, call = RUNS[name]
    for seconds in (0.3, 0.4, 0.5, 0.6):
        program = PROGRAM.format(made=made, call=call, seconds=seconds)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True,
                              text=True, timeout=120, env=os.environ | {"NEO_CACHE": "0"})
        assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
