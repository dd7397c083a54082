# onnx_graph.py - operators as ONNX models
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A form's function takes a Graph and the names of its operands, adds nodes, and
returns the name of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from cases import Case
from sides.layout import Form

_OPSET = 20


class Graph:
    def __init__(self) -> None:
        self.nodes, self.constants = [], []

    def op(self, kind: str, *inputs: str, **attributes) -> str:
        name = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, array) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def number(self, value: float) -> str:
        return self.constant(np.float32(value))

    def integers(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))


@dataclass
class Model:
    """`feeds` are the operands in the form's layouts that are not constants."""

    form: Form
    data: bytes
    feeds: dict[str, np.ndarray]


def models(case: Case, arrays: dict[str, np.ndarray], forms: Sequence[Form],
           constants: Sequence[int]) -> list[Model]:
    """`constants` are the positions of the operands that the models keep."""
    *operands, _ = arrays.values()
    return [_model(case, operands, form, constants) for form in forms]


def _model(case: Case, operands: Sequence[np.ndarray], form: Form,
           constants: Sequence[int]) -> Model:
    graph, feeds, names = Graph(), {}, []
    for n, (layout, array) in enumerate(zip(form.layouts(len(operands)), operands)):
        array = layout.apply(array)
        names.append(graph.constant(array) if n in constants else f"x{n}")
        if n not in constants:
            feeds[names[-1]] = array
    # The result's shape in the form's layout.
    shape = form.result.apply(np.empty(case.operator.result, np.float32)).shape
    made = graph.op("Identity", form.function(graph, *names))
    built = helper.make_graph(
        graph.nodes, case.operator.kind,
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, array.shape)
         for name, array in feeds.items()],
        [helper.make_tensor_value_info(made, TensorProto.FLOAT, shape)],
        graph.constants)
    model = helper.make_model(built, opset_imports=[helper.make_opsetid("", _OPSET)],
                              ir_version=10)
    onnx.checker.check_model(model)
    return Model(form, model.SerializeToString(), feeds)
