# fake_ptxas.py - an assembler for the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A program in ptxas' place: its cubin is the PTX behind the first bytes of one, which
the stand-in driver loads. FAKE_PTXAS=crash, hang or refuse makes it do so, at kernels
whose text has FAKE_PTXAS_AT in it. Each kernel is a line in the file FAKE_PTXAS_LOG."""

import os
import signal
import sys
import time
from pathlib import Path


def assemble(source: str, cubin: str) -> int:
    text = Path(source).read_text()
    with open(os.environ["FAKE_PTXAS_LOG"], "a") as log:
        log.write(Path(source).stem + "\n")
    if os.environ.get("FAKE_PTXAS_AT", "") in text:
        if (what := os.environ.get("FAKE_PTXAS")) == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif what == "hang":
            time.sleep(60)
        elif what == "refuse":
            print("ptxas fatal   : Ptx assembly aborted due to errors")
            return 255
    Path(cubin).write_bytes(b"\x7fELF" + text.encode())
    return 0


if "--version" in sys.argv:
    print("Cuda compilation tools, release 13.0, V13.0.88")
elif "--help" in sys.argv:
    print("Allowed values for this option:  'sm_80','sm_90'.")
else:
    sys.exit(assemble(*(a for a in sys.argv if a.endswith((".ptx", ".cubin")))))
