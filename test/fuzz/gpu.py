# gpu.py - a fixed half-minute of random programs on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`run.py --device cuda` where there is no GPU: kernels run on the PTX emulator, each
buffer an allocation of its own, and the warps of every kernel interleaved in another
way. Exits with 5, which means skipped, where the stand-in
was not built or NVIDIA's libdevice is missing.
"""

import os
import sys
from pathlib import Path

import neo
import run
from neo import _core

library = Path(_core.__file__).parents[2] / "lib" / "NeoCudaStandIn.so"
if not library.exists():
    sys.exit(5)
try:
    neo.ptx(neo.expr("Y[i] = exp(X[i])").ir(neo.spec((4,), "float32")))
except neo.Error as missing:
    print(missing)
    sys.exit(5)
os.environ |= {"NEO_CUDA_DRIVER": str(library), "NEO_CUDA_CHECK": "1"}
os.environ.setdefault("NEO_STAND_IN_SEED", "each")
sys.argv[1:] = sys.argv[1:] or ["--seconds", "30", "--seed", "23"]
sys.argv += ["--device", "cuda", "--slow", "60"]  # Tests assert no times.
sys.exit(run.main())
