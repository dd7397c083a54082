# light.py - the models that the package onnx ships
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Networks of the years 2012 to 2017. The package leaves out their weights, which are
constants of one value; here they are numbers drawn at random, scaled so that
activations keep their size. A network that ends in a softmax gives what goes into it as
well: drawn weights make it 0 and 1, whatever the rest computes."""

from __future__ import annotations

from functools import partial
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from zoo import Made

_NAMES = ("bvlc_alexnet", "densenet121", "inception_v1", "inception_v2", "resnet50",
          "shufflenet", "squeezenet", "vgg19", "zfnet512")


def _drawn(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Weights of a layer, or a vector of positive numbers, as variances are."""
    if len(shape) < 2:
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)
    scale = (2 / prod(shape[1:])) ** 0.5
    return (rng.normal(size=shape) * scale).astype(np.float32)


def _model(name: str) -> Made:
    import onnx
    from onnx import numpy_helper
    folder = Path(onnx.__file__).parent / "backend" / "test" / "data" / "light"
    model: Any = onnx.load(folder / f"light_{name}.onnx")
    graph, rng = model.graph, np.random.default_rng(0)
    known = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    kept = []
    for node in graph.node:
        if node.op_type != "ConstantOfShape":
            kept.append(node)
            continue
        shape = tuple(int(n) for n in known[node.input[0]])
        graph.initializer.append(numpy_helper.from_array(
            _drawn(rng, shape), node.output[0]))
    del graph.node[:]
    graph.node.extend(kept)
    if (last := graph.node[-1]).op_type == "Softmax":
        graph.output.append(onnx.helper.make_tensor_value_info(
            last.input[0], onnx.TensorProto.FLOAT, None))
    names = {i.name for i in graph.initializer}
    inputs = {i.name: rng.normal(size=[d.dim_value for d in i.type.tensor_type.shape.dim]
                                 ).astype(np.float32)
              for i in graph.input if i.name not in names}
    return model, inputs


MODELS = {f"light {name}": partial(_model, name) for name in _NAMES}
