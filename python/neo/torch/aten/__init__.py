# __init__.py - the records of ATen operators, by concept
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Importing this package registers every record (neo.torch.records)."""

from neo.torch.aten import (adaptive, attention, bags, contractions, conversions,
                            convolutions, creation, distances, indexing, normalisation,
                            pieces, pointwise, pooling, quantization, recurrent, reductions,
                            rounding, sampling, scans, special, strided, views)

__all__ = ["adaptive", "attention", "bags", "contractions", "conversions",
           "convolutions", "creation", "distances", "indexing", "normalisation",
           "pieces", "pointwise", "pooling", "quantization", "recurrent", "reductions",
           "rounding", "sampling", "scans", "special", "strided", "views"]
