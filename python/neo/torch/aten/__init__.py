# __init__.py - the records of ATen operators, by concept
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Importing this package registers every record (neo.torch.records)."""

from neo.torch.aten import (adaptive, attention, contractions, conversions,
                            convolutions, creation, indexing, normalisation, pieces,
                            pointwise, pooling, recurrent, reductions, rounding, scans,
                            special, strided, views)

__all__ = ["adaptive", "attention", "contractions", "conversions", "convolutions",
           "creation", "indexing", "normalisation", "pieces", "pointwise", "pooling",
           "recurrent", "reductions", "rounding", "scans", "special", "strided",
           "views"]
