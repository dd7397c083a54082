# large.py - random programs on matrices of some megabytes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`run.py` with long rows and columns (sizes.py): a fixed half-minute, or as its
options say.

    .venv/bin/python test/fuzz/large.py --programs 500 --seed 3
"""

import os
import sys

os.environ["NEO_FUZZ_SIZES"] = "large"  # before the modules that draw are read

import run  # noqa: E402

sys.argv[1:] = sys.argv[1:] or ["--seconds", "30", "--seed", "31"]
# The first call runs, too; shrinking takes as many runs as it tries.
sys.argv += ["--slow", "60", "--no-shrink"]
sys.exit(run.main())
