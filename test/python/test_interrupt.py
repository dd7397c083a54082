# test_interrupt.py - signals while a compiled function runs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every case runs in a process of its own, which sends itself signals: a loop
of minutes, given up or not by what the signal's handler does."""

import subprocess
import sys

import pytest

pytest.importorskip("neo._core")

SETUP = """
import os, signal, threading, time
import numpy as np
import neo
from neo._core import Program

a = np.linspace(0, 1, 60_000)
rows = np.ones((6000, 6000), np.float32)
table = neo.expr("C[i] += exp(A[i] * B[j])")
matmul = neo.expr("C[i,j] += A[i,k] * B[k,j]")

# Programs, so that no signal comes while they compile.
def compiled(operator, *arrays):
    return Program(operator.ir(*arrays), "main", {threads})

sent = [0.0]

def send(number, delay=0.3):
    def run():
        time.sleep(delay)
        sent[0] = time.perf_counter()
        os.kill(os.getpid(), number)
    threading.Thread(target=run).start()

def late():
    return time.perf_counter() - sent[0]

b = a[:5000]
slow, medium = compiled(table, a, a), compiled(table, a, b)
small = compiled(table, a[:10], a[:10])
expected = small.run([a[:10], a[:10]])[0]
"""


def run(body, threads=0):
    done = subprocess.run(
        [sys.executable, "-c", SETUP.format(threads=threads) + body],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


CTRL_C = """
program, arrays = {program}
waits = []
for _ in range(3):
    send(signal.SIGINT)
    try:
        program.run(arrays)
        raise SystemExit("finished")
    except KeyboardInterrupt:
        waits.append(late())
print(min(waits))  # Other processes may have had the processors.
np.testing.assert_array_equal(small.run([a[:10], a[:10]])[0], expected)
"""
PROGRAMS = {
    "table": "slow, [a, a]",
    "product": "compiled(matmul, rows, rows), [rows, rows]",
    "long rows": "compiled(neo.expr('C[i,j] += exp(A[i] * B[j] * D[k])'), "
                 "a, a[:300], a[:20_000]), [a, a[:300], a[:20_000]]",
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_ctrl_c_ends_a_run_at_once(program, threads):
    text = run(CTRL_C.format(program=program), threads)
    assert float(text) < 0.2


def test_a_handler_that_returns_lets_the_run_go_on():
    run("""
hits = []
signal.signal(signal.SIGALRM, lambda *_: hits.append(late()))
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
found = medium.run([a, b])[0]
signal.setitimer(signal.ITIMER_REAL, 0)
assert len(hits) >= 2, hits
for n in (0, 7, 59_999):
    np.testing.assert_allclose(found[n], np.exp(a[n] * b).sum())
""")


def test_what_a_handler_raises_arrives():
    run("""
class Late(Exception):
    pass

def handler(*_):
    raise Late("time is up")

signal.signal(signal.SIGALRM, handler)
send(signal.SIGALRM)
try:
    slow.run([a, a])
    raise SystemExit("finished")
except Late as reason:
    assert str(reason) == "time is up" and late() < 0.2
""")


def test_a_handler_that_runs_a_compiled_function_is_refused():
    run("""
def handler(*_):
    small.run([a[:10], a[:10]])

signal.signal(signal.SIGALRM, handler)
send(signal.SIGALRM)
try:
    slow.run([a, a])
    raise SystemExit("finished")
except neo.Error as reason:
    assert "a signal handler cannot use a compiled function" in str(reason)
    assert "handler" in str(reason) and late() < 0.2
""")


@pytest.mark.extended
def test_ctrl_c_while_another_thread_runs_the_same_function():
    run("""
found = []
thread = threading.Thread(target=lambda: found.extend(
    medium.run([a, b])[0] for _ in range(3)))
thread.start()
send(signal.SIGINT)
time.sleep(0.1)
try:
    while True:
        medium.run([a, b])
except KeyboardInterrupt:
    assert late() < 0.2, late()
thread.join()
np.testing.assert_allclose(found[2][7], np.exp(a[7] * b).sum())
""")


def test_a_profile_is_given_up_as_well():
    text = run("""
waits = []
for _ in range(3):
    send(signal.SIGINT)
    try:
        slow.profile([a, a])
        raise SystemExit("finished")
    except KeyboardInterrupt:
        waits.append(late())
print(min(waits))
""")
    assert float(text) < 0.2


@pytest.mark.extended
def test_results_of_runs_that_were_given_up_are_freed():
    run("""
arrays = [a, a[:400], a]
program = compiled(neo.expr("C[i,j] += exp(A[i] * B[j] * D[k])"), *arrays)

def handler(*_):
    raise KeyboardInterrupt

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf(
        "SC_PAGESIZE")

def once():
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        program.run(arrays)
        raise SystemExit("finished")
    except KeyboardInterrupt:
        pass

signal.signal(signal.SIGALRM, handler)
once()
before = resident()
for _ in range(10):
    once()
assert resident() - before < 60_000 * 400 * 8 / 2
""")
