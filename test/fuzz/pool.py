# pool.py - workers that may crash or hang
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One worker process per thread of the fuzzer, replaced whenever it is lost."""

from __future__ import annotations

import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from sizes import SIZES

HERE = pathlib.Path(__file__).resolve().parent
#: Seconds after which a program counts as hanging.
HANGS = 120.0 if SIZES.is_small else 600.0
FEW = 400      # Programs after which a worker is replaced: memory stays small.


class Worker:
    """A process that runs programs; what kills it is an outcome."""

    def __init__(self) -> None:
        self._process: subprocess.Popen | None = None
        self._done = 0

    def run(self, choices: Sequence[int]) -> dict:
        process = self._started()
        try:
            process.stdin.write(json.dumps(list(choices)) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self._lost()
        ready, _, _ = select.select([process.stdout], [], [], HANGS)
        if not ready:
            self.stop()
            return {"kind": "hang", "text": f"no answer after {HANGS:.0f} s",
                    "seconds": HANGS}
        answer = process.stdout.readline()
        return json.loads(answer) if answer else self._lost()

    def _started(self) -> subprocess.Popen:
        if self._process and self._done >= FEW:
            self.stop()
        if self._process is None:
            self._done = 0
            self._errors = tempfile.TemporaryFile("w+")
            self._process = subprocess.Popen(
                [sys.executable, str(HERE / "worker.py")], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._errors, start_new_session=True)
        self._done += 1
        return self._process

    def _lost(self) -> dict:
        assert self._process is not None
        status = self._process.wait()
        self._errors.seek(0)
        last = self._errors.read()[-2000:].strip()
        self._process = None
        name = signal.Signals(-status).name if status < 0 else f"exit {status}"
        return {"kind": "crash", "text": f"{name}\n{last}", "seconds": 0.0}

    def stop(self) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
