# test_progress.py - the bar of a compilation that takes a while
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import os
import pty
import re
import subprocess
import sys
import threading
import time

import pytest

from neo import progress

CHILD = """
import numpy as np
import neo
from neo import progress
progress.AFTER = 0.0
step = neo.jit(lambda x: [neo.tanh(x * n) @ x.T for n in range(6)])
step(np.ones((9, 9), np.float32))
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(progress, "AFTER", 0.05)
    monkeypatch.setattr(progress, "EVERY", 0.02)


def watched(seconds, counts=((0, 0), (12, 29)), stream=Terminal):
    """What is on the terminal after a body of so many seconds."""
    looks = iter(counts)
    last = counts[-1]
    with contextlib.redirect_stderr(stream()) as said:
        with progress.shown(lambda: next(looks, last)):
            time.sleep(seconds)
    return said.getvalue()


@pytest.mark.parametrize("has_tqdm", [True, False])
def test_kernels_are_counted(monkeypatch, has_tqdm):
    if has_tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm", None)
    said = watched(0.3)
    assert re.search(r"12/29 kernels" if has_tqdm else "12 of 29 kernels", said)
    # Nothing of it is left in the last line.
    assert said.endswith("\r") and not said.rpartition("\r")[0].rpartition("\r")[2].strip()
    assert "neo-progress" not in [t.name for t in threading.enumerate()]


def test_kernels_of_before_do_not_count():
    assert "2/6 kernels" in watched(0.3, ((10, 10), (12, 16)))


def test_short_ones_show_nothing():
    assert watched(0) == ""


def test_errors_end_it():
    with contextlib.redirect_stderr(Terminal()), pytest.raises(KeyError), \
            progress.shown(lambda: (0, 0)):
        time.sleep(0.1)
        raise KeyError
    assert "neo-progress" not in [t.name for t in threading.enumerate()]


def test_without_a_terminal_or_a_wish(monkeypatch):
    assert watched(0.2, stream=io.StringIO) == ""
    monkeypatch.setenv("NEO_PROGRESS", "0")
    assert watched(0.2) == ""


def test_a_switch_that_is_none_is_told_of_once(monkeypatch):
    monkeypatch.setenv("NEO_PROGRESS", "off")
    assert "neo: NEO_PROGRESS is 'off', which is neither 0 nor 1; using 1" in watched(0)
    assert watched(0) == ""


def test_a_compilation_in_a_terminal():
    pytest.importorskip("neo._core")
    main, end = pty.openpty()
    done = subprocess.Popen([sys.executable, "-c", CHILD], stderr=end,
                            env={**os.environ, "NEO_CACHE": "0", "COLUMNS": "80"})
    os.close(end)
    said = b""
    try:
        while part := os.read(main, 4096):
            said += part
    except OSError:
        pass  # The other end is closed.
    os.close(main)
    assert done.wait() == 0
    assert b"neo compiles" in said
