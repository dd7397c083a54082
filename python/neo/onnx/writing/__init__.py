# __init__.py - programs of neo as ONNX graphs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From the IR of a traced function to ONNX nodes: tokens and parsing read the text,
program is what it says; accesses, scalars, reductions, windows and indexed translate
its parts, translation the whole, into the graph that file writes."""

from neo.onnx.writing import integers, scalars  # Fill the table of scalars.py.

__all__ = ["integers", "scalars"]
