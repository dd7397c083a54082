# products.py - random sums of products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`run.py` with contractions alone (contractions.py): a fixed half-minute, or as its
options say.

    .venv/bin/python test/fuzz/products.py --programs 5000 --seed 3
"""

import os
import sys

os.environ["NEO_FUZZ_SIZES"] = "products"  # before the modules that draw are read

import run  # noqa: E402

sys.argv[1:] = sys.argv[1:] or ["--seconds", "30", "--seed", "41"]
sys.argv += ["--slow", "60"]  # Tests assert no times.
sys.exit(run.main())
