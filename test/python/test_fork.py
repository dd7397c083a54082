# test_fork.py - a child process forked while a compiled function runs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

import pytest

pytest.importorskip("neo._core")

PROGRAM = """
import os, signal, threading
import numpy as np
import neo

a, b = np.linspace(0, 1, 20_000), np.linspace(0, 1, 4000)
table = neo.jit(lambda a, b: neo.compute(
    a.shape, lambda i, k: neo.sum(neo.exp(a[i] * b[k]))))
double = neo.jit(lambda a: 2 * a)
expected = table(a, b)
double(a)
stop = []

def work():
    while not stop:
        table(a, b)

thread = threading.Thread(target=work)
thread.start()
failures = 0
for n in range(6):
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # Ends a child that hangs.
        right = (double(a) == 2 * a).all()
        right = right and (n % 2 == 0 or (table(a, b) == expected).all())
        os._exit(0 if right else 1)
    failures += os.waitpid(child, 0)[1] != 0
stop.append(True)
thread.join()
raise SystemExit(failures)
"""


@pytest.mark.extended
def test_children_compute():
    done = subprocess.run([sys.executable, "-c", PROGRAM], timeout=120,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
