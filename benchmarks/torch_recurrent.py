# torch_recurrent.py - recurrent layers of PyTorch, compiled by Neo and in eager mode
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""First call, training step and inference of nn.RNN, nn.LSTM and nn.GRU, one thread.

    NEO_CACHE=0 PYTHONPATH=build/python .venv/bin/python benchmarks/torch_recurrent.py

Both sides in turns, warm, the median of 25; gradients of all parameters are compared
first. Inductor leaves these modules to eager mode.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("NEO_NUM_THREADS", "1")

import torch  # noqa: E402

from turns import in_turns  # noqa: E402

import neo.torch.compiler  # noqa: E402, F401

# Module, options, batch, steps, inputs, hidden size.
CASES: list[tuple[str, dict[str, Any], tuple[int, int, int, int]]] = [
    ("LSTM", {}, (16, 50, 64, 128)),
    ("LSTM", {"num_layers": 2}, (20, 35, 200, 200)),
    ("LSTM", {"bidirectional": True}, (8, 100, 64, 64)),
    ("GRU", {}, (16, 50, 64, 128)),
    ("GRU", {"num_layers": 2, "bidirectional": True}, (8, 30, 32, 64)),
    ("RNN", {}, (32, 28, 28, 128)),
]


def step(model: torch.nn.Module, call: Callable[..., Any], x: torch.Tensor
         ) -> list[torch.Tensor]:
    """The gradients of a loss of all outputs."""
    loss = call(x)[0].square().mean()
    return list(torch.autograd.grad(loss, list(model.parameters())))


def rows(rounds: int) -> Iterator[str]:
    for kind, options, (batch, steps, inputs, hidden) in CASES:
        torch._dynamo.reset()
        torch.manual_seed(1)
        model = getattr(torch.nn, kind)(inputs, hidden, batch_first=True, **options)
        x = torch.randn(batch, steps, inputs)
        compiled = torch.compile(model, backend="neo")
        start = time.perf_counter()
        found = step(model, compiled, x)
        first = time.perf_counter() - start
        torch.testing.assert_close(found, step(model, model, x), rtol=1e-3, atol=1e-5)
        ours, theirs = in_turns([lambda: step(model, compiled, x),
                                 lambda: step(model, model, x)], rounds)
        with torch.no_grad():
            fast, slow = in_turns([lambda: compiled(x), lambda: model(x)], rounds)
        said = ", ".join([kind, *(f"{n}={v}" for n, v in options.items())])
        yield (f"| {said}, {batch} x {steps} x {inputs} to {hidden} | {first:.1f} | "
               f"{1e3 * ours:.2f} | {1e3 * theirs:.2f} | {theirs / ours:.2f} | "
               f"{1e3 * fast:.2f} | {1e3 * slow:.2f} | {slow / fast:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=25)
    torch.set_num_threads(1)
    print("| module | first call, s | step: Neo, ms | eager, ms | times as fast | "
          "inference: Neo, ms | eager, ms | times as fast |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for row in rows(parser.parse_args().rounds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
