# test_self_check.py - python -m neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Says what is installed, and whether it works."""

import subprocess
import sys


def test_everything_is_right():
    done = subprocess.run([sys.executable, "-m", "neo"], capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("neo ")
    assert done.stdout.count("right: ") == 3
