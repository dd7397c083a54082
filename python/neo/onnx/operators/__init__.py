# __init__.py - the records of all operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One file for each concept; importing them fills the table of records.py."""

from neo.onnx.operators import (bits, casting, comparison, contraction,
                                control_flow, convolution, creation, data_sizes,
                                elementwise, encoding, indexing, learned, movement,
                                normalisation, optional, pooling, quantised, random,
                                recurrent, reduction, resizing, runtime, scatter, shapes,
                                sorting, spectral, training, tree_models, trees)

__all__ = ["bits", "casting", "comparison", "contraction", "control_flow",
           "convolution", "creation", "data_sizes", "elementwise", "encoding", "indexing",
           "learned", "movement", "normalisation", "optional", "pooling", "quantised",
           "random", "recurrent", "reduction", "resizing", "runtime", "scatter", "shapes",
           "sorting", "spectral", "training", "tree_models", "trees"]
