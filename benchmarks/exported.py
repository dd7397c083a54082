# exported.py - ResNet-50 as a module, beside neo.jit
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Milliseconds of one run of ResNet-50 for inference, compiled here and loaded from a
module, taken in turns; and of loading the module, beside reading its weights.

    PYTHONPATH=build/python .venv/bin/python benchmarks/exported.py [--rounds N]

The times are the least of the rounds: what else runs here makes any of them longer.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import neo
from networks import resnet

# Statistics of training, which inference has in two numbers for each channel.
scaled = neo.expr("Y[n,c,h,w] = X[n,c,h,w] * G[c] + B[c]")
average = neo.expr("Y[n,c] += X[n,c,h,w]")


def layer(params: resnet.Params, name: str, x: Any, window: int, stride: int) -> Any:
    x = resnet.convolution(window, stride, x.shape[2])(x, params[name + ".w"])
    return scaled(x, params[name + ".gain"], params[name + ".bias"])


def block(params: resnet.Params, name: str, x: Any, stride: int, project: bool) -> Any:
    y = neo.relu(layer(params, name + ".1", x, 1, 1))
    y = neo.relu(layer(params, name + ".2", y, 3, stride))
    y = layer(params, name + ".3", y, 1, 1)
    shortcut = layer(params, name + ".0", x, 1, stride) if project else x
    return neo.relu(y + shortcut)


def network(params: resnet.Params, images: Any) -> Any:
    """The logits. images: [n,3,224,224]"""
    x = neo.relu(layer(params, "stem", images, 7, 2))
    x = resnet.pooling(x.shape[2])(x)
    for stage, (blocks, _) in enumerate(resnet.STAGES):
        for n in range(blocks):
            stride = 2 if stage > 0 and n == 0 else 1
            x = block(params, f"{stage}.{n}", x, stride, n == 0)
    pooled = average(x) / float(x.shape[2] * x.shape[3])
    return resnet.linear(pooled, params["fc.w"], params["fc.b"])


def draw() -> resnet.Params:
    random = np.random.default_rng(0)
    return {name: (random.standard_normal(shape) / np.sqrt(max(np.prod(shape[1:]), 1))
                   ).astype(np.float32) for name, shape in resnet.shapes().items()}


def milliseconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    params = draw()
    image = np.random.default_rng(1).standard_normal((1, 3, 224, 224), np.float32)

    def infer(images):
        return network(params, images)

    here = neo.jit(infer)
    with tempfile.TemporaryDirectory() as folder:
        path = neo.export(infer, image, path=Path(folder, "resnet.neo"))
        module = neo.load(path)
        np.testing.assert_allclose(module(image), here(image), rtol=1e-4, atol=1e-4)
        pairs = [(milliseconds(lambda: here(image)),
                  milliseconds(lambda: module(image))) for _ in range(rounds)]
        compiled, loaded = (min(side) for side in zip(*pairs))
        weights = path / "weights.safetensors"
        loads = [(milliseconds(lambda: np.fromfile(weights, np.uint8)),
                  milliseconds(lambda: neo.load(path))) for _ in range(rounds)]
        reading, loading = (min(side) for side in zip(*loads))
        kernels = next(path.glob("*/kernels.so")).stat().st_size
        print(f"target           {module.target}\n"
              f"neo.jit          {compiled:8.2f} ms\n"
              f"module           {loaded:8.2f} ms  ({loaded / compiled:.3f} of neo.jit)\n"
              f"reading weights  {reading:8.2f} ms  "
              f"({weights.stat().st_size / 1e6:.0f} MB)\n"
              f"loading          {loading:8.2f} ms  ({loading - reading:.2f} beyond)\n"
              f"machine code     {kernels / 1e6:8.2f} MB")


if __name__ == "__main__":
    main()
