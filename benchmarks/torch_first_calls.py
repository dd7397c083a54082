# torch_first_calls.py - how long torch.compile(model, backend="neo") keeps one waiting
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Seconds that the first call of a network takes, of test/torch/zoo.py.

    .venv/bin/pip install -r scripts/requirements-zoo.txt
    PYTHONPATH=build/python .venv/bin/python benchmarks/torch_first_calls.py
    ... torch_first_calls.py --only 'ResNet-18|BERT'

Each in a process of its own: into an empty cache, and with what that has left. Beside
them the first call of the backend "eager", which does nothing: Dynamo alone, which no
backend can shorten. Imports are not counted. In parentheses: the seconds of all cores,
which LLVM takes as many of as there are.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "test" / "torch"))

from zoo import MODELS  # noqa: E402


def first_call(name: str, mode: str, backend: str) -> tuple[float, float]:
    """Seconds that this process waits, having compiled nothing yet, and seconds of cores."""
    import torch._dynamo.backends.common  # noqa: F401

    import neo.torch.compiler  # noqa: F401
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    torch.manual_seed(1)
    model, inputs = MODELS[name]()
    model.train(mode == "training")
    compiled = torch.compile(model, backend=backend)
    start, work = time.perf_counter(), time.process_time()
    with torch.set_grad_enabled(mode == "training"):
        output = compiled(*inputs)
    if mode == "training":
        output.square().mean().backward()
    return time.perf_counter() - start, time.process_time() - work


def elsewhere(folder: str, *given: str) -> str:
    """What `first_call` gives in a new process with the cache in `folder`."""
    return subprocess.run(
        [sys.executable, __file__, "--first", *given], check=True, text=True,
        stdout=subprocess.PIPE, env=os.environ | {"NEO_CACHE_DIR": folder},
    ).stdout.splitlines()[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--first", nargs=3, help="NAME MODE BACKEND, in this process")
    options = parser.parse_args()
    if options.first:
        waited, worked = first_call(*options.first)
        print(f"{waited:.2f} ({worked:.2f})")
        return 0
    print("| network | mode | cold, s | from the cache, s | Dynamo alone, s |\n"
          "|---|---|---:|---:|---:|")
    for name in filter(re.compile(options.only).search, MODELS):
        for mode in ("inference", "training"):
            with tempfile.TemporaryDirectory() as folder:
                cells = [elsewhere(folder, name, mode, backend)
                         for backend in ("neo", "neo", "eager")]
            print(f"| {name} | {mode} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
