# package.py - the optional package onnx
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""neo.onnx reads and checks files with the package `onnx`, a dependency of nothing else."""

from __future__ import annotations


def require_package() -> None:
    """Raises ImportError, with the remedy, where the package is not installed."""
    try:
        import onnx  # noqa: F401
    except ImportError:
        raise ImportError("neo.onnx reads files with the package onnx: "
                          "pip install onnx, or neo-compiler[onnx]") from None
