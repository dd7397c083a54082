# onnx_pairs.py - graphs of DequantizeLinear and QuantizeLinear, for tests
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import neo
from neo.onnx.operators import quantised_pairs

RNG = np.random.default_rng(5)


def drawn(kind, *shape):
    limits = np.iinfo(kind)
    return RNG.integers(limits.min, limits.max + 1, shape).astype(kind)


def compile_for(monkeypatch, target):
    """Run what follows as code for a target; skip it where this machine cannot."""
    monkeypatch.setenv("NEO_TARGET", target)
    try:
        neo.expr("T[i] = A[i]")(np.ones(4, np.float32))
    except neo.Error as error:
        pytest.skip(str(error))


def middle(kind, *shape):
    """Zero points that leave numbers on both sides."""
    return (RNG.integers(64, 192, shape) + np.iinfo(kind).min).astype(kind)


class Pairs:
    """A graph whose tensors come from pairs: initialisers, and nodes one by one."""

    def __init__(self):
        self.nodes, self.arrays, self.inputs = [], {}, {}

    def node(self, operator, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def read(self, name, array, scale, zero, fixed=True, **axis):
        """The dequantised tensor of an initialiser or of an input."""
        (self.arrays if fixed else self.inputs)[name] = array
        self.arrays |= {name + "_s": np.float32(scale), name + "_z": zero}
        return self.node("DequantizeLinear", [name, name + "_s", name + "_z"],
                         name + "_real", **axis)

    def quantise(self, name, scale, zero):
        self.arrays |= {"y_s": np.float32(scale), "y_z": zero}
        return self.node("QuantizeLinear", [name, "y_s", "y_z"], "y")

    def model(self, kind):
        ports = [helper.make_tensor_value_info(
            n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in self.inputs.items()]
        result = helper.make_tensor_value_info(
            self.nodes[-1].output[0], helper.np_dtype_to_tensor_dtype(np.dtype(kind)),
            None)
        fixed = [numpy_helper.from_array(np.asarray(a), n)
                 for n, a in self.arrays.items()]
        graph = helper.make_graph(self.nodes, "pairs", ports, [result], fixed)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)],
                                 ir_version=10)

    def results(self, kind, monkeypatch):
        """Of the reference, in integers, and in floats."""
        model = self.model(kind)
        wanted, = ReferenceEvaluator(model).run(None, self.inputs)
        found, = neo.onnx.load(model)(**self.inputs)
        with monkeypatch.context() as patch:
            for product in ("matmul", "convolution"):
                patch.setattr(quantised_pairs, product, lambda *operands: None)
            floats, = neo.onnx.load(model)(**self.inputs)
        assert found.dtype == wanted.dtype and found.shape == wanted.shape
        return (a.astype(np.float64) for a in (wanted, found, floats))

    def is_whole(self, kind):
        """Whether its products are of integers."""
        model = neo.onnx.load(self.model(kind))
        ir = model.ir(**{n: neo.spec(a.shape, "i32") for n, a in self.inputs.items()})
        return "arith.muli" in ir


def check_steps(pairs, kind, monkeypatch):
    """Of sums around a boundary, and of none else, one step may be between them."""
    wanted, found, floats = pairs.results(kind, monkeypatch)
    assert wanted.std() > 5, "the result says nothing: it saturates"
    for other in (wanted, floats):
        assert np.abs(found - other).max() <= 1
        assert (found != other).mean() < 0.01
