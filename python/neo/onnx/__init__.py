# __init__.py - ONNX models as functions of neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.onnx`: load an ONNX model, and call, differentiate and compile it; save a
function as one.

    model = neo.onnx.load("resnet.onnx")
    logits, = model(images)
    neo.onnx.save(function, neo.spec((8, 6), "f32"), "function.onnx")

A loaded model is a function of neo like any other: its operators are index expressions
(records.py), and go through the same fusion, derivatives and schedules.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import neo.onnx.operators  # noqa: F401  Fills the table.
from neo.errors import Error, describe
from neo.onnx.model import Model
from neo.onnx.package import require_package
from neo.onnx.ports import Port
from neo.onnx.refusals import ModelError, UnsupportedError
from neo.onnx.saving import save
from neo.surface import wrap, wrap_class


def load(source: str | os.PathLike | bytes | Any) -> Model:
    """The model of a path, of bytes, or of an `onnx.ModelProto`.

    Raises ModelError for what is no model, UnsupportedError for an operator that neo
    has not, OSError for a file that cannot be read, ImportError without the package
    `onnx`.
    """
    require_package()
    from neo.onnx.reading import check_model, read_model
    proto, folder = read_model(source)
    try:
        return Model(proto, check_model(proto, folder))
    except Error:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as reason:
        # Names that are not UTF-8 are bytes, and match nothing.
        raise ModelError(describe(f"the model is malformed: {reason}")) from reason


__all__ = ["Model", "ModelError", "Port", "UnsupportedError", "load", "save"]

wrap(sys.modules[__name__], "load", "save")
wrap_class(Model)
