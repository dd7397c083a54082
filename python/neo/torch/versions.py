# versions.py - what this version of PyTorch can do
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Options of torch.compile that earlier versions do not take."""

from __future__ import annotations

import inspect
from typing import Any

import torch


def supported(**options: Any) -> dict[str, Any]:
    """Those of the options that torch.compile takes."""
    known = inspect.signature(torch.compile).parameters
    return {name: value for name, value in options.items() if name in known}


__all__ = ["supported"]
