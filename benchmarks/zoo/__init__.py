# __init__.py - models of ONNX as others make them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each module has MODELS: functions by name that give a ModelProto and a dict of inputs.
They import what makes the models, which may not be installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Made = tuple[Any, dict[str, Any]]


def models() -> dict[str, Callable[[], Made]]:
    """All models by name."""
    from zoo import exported, learned, light, quantised
    return {**light.MODELS, **learned.MODELS, **exported.MODELS, **quantised.MODELS}
