# models.py - networks by backend="neo" against eager mode
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compares networks (zoo.py) in float64: what they give, and all gradients.

    .venv/bin/pip install -r scripts/requirements-zoo.txt
    PYTHONPATH=build/python .venv/bin/python test/torch/models.py
    ... models.py --only 'ResNet|GPT'
    ... models.py --further             those of further.py

A line for each: the largest error of inference and of gradients, relative to the
largest element of each tensor, operators in Neo and in PyTorch, and the seconds of the
first calls, of inference and of a training step.
"""

from __future__ import annotations

import argparse
import copy
import re
import sys
import time
import warnings
from typing import Any

import torch
from further import FURTHER
from zoo import MODELS

from neo.torch.compiler import Backend

# Llama and T5 compute some of it in float32, whatever their weights are.
LIMIT = 1e-6


def error(found: Any, expected: Any) -> float:
    """The largest difference, relative to the largest element."""
    worst = 0.0
    for one, other in zip(found, expected, strict=True):
        if one is None and other is None:
            continue
        scale = max(other.abs().max().item(), 1e-6)
        worst = max(worst, (one - other).abs().max().item() / scale)
        if one.isnan().any() != other.isnan().any():
            return float("nan")
    return worst


def prepared(make: Any) -> tuple[torch.nn.Module, list[Any]]:
    torch.manual_seed(1)
    model, inputs = make()
    given = [i.double() if i.is_floating_point() else i for i in inputs]
    for module in model.modules():  # Random numbers are compared elsewhere.
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
        for drawn in ("dropout", "attention_dropout", "p"):
            if isinstance(getattr(module, drawn, None), float):
                setattr(module, drawn, 0.0)
    return model.double(), given


def gradients(model: torch.nn.Module, function: Any, inputs: Any) -> list[Any]:
    torch.manual_seed(2)
    output = function(*inputs)
    weight = torch.linspace(0.5, 1.5, output.numel(), dtype=output.dtype)
    loss = (output * weight.reshape(output.shape)).mean()
    return [output, *torch.autograd.grad(loss, list(model.parameters()),
                                         allow_unused=True)]


def compared(name: str, make: Any) -> tuple[bool, str]:
    """Whether a network is equal, and what is to be said of it."""
    model, inputs = prepared(make)
    plans: list[Any] = []
    torch._dynamo.reset()
    compiled = torch.compile(model, backend=Backend(plans.append))
    model.eval()
    with torch.no_grad():
        start = time.monotonic()
        found = compiled(*inputs)
        first = time.monotonic() - start
        inference = error([found], [model(*inputs)])
    model.train()
    state = copy.deepcopy(model.state_dict())
    start = time.monotonic()
    found = gradients(model, compiled, inputs)
    step = time.monotonic() - start
    model.load_state_dict(state)
    training = error(found, gradients(model, model, inputs))
    known = sum(len(p.known) for p in plans)
    left = sorted({f.name for p in plans for f in p.fallbacks})
    equal = inference <= LIMIT and training <= LIMIT
    return equal, (
        f"{name:20} {'equal' if equal else 'WRONG'} inference {inference:.0e} "
        f"gradients {training:.0e} graphs {len(plans)} operators {known} first call "
        f"{first:.1f} s, step {step:.1f} s, in PyTorch: {', '.join(left) or 'nothing'}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--further", action="store_true",
                        help="the networks of further.py")
    options = parser.parse_args()
    networks = FURTHER if options.further else MODELS
    warnings.simplefilter("ignore")
    wrong = 0
    for name, make in networks.items():
        if not re.search(options.only, name):
            continue
        try:
            equal, said = compared(name, make)
        except Exception as failure:
            equal, said = False, f"{name:20} ERROR {failure}"[:600]
        print(said, flush=True)
        wrong += not equal
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
