# __init__.py - functions in several spellings
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""FAMILIES: each a function, its operands, and the ways to write it."""

from spelled.family import Family
from spelled.products import PRODUCTS
from spelled.rows import ROWS
from spelled.sparse import SPARSE

FAMILIES = {family.name: family for family in (*ROWS, *PRODUCTS, *SPARSE)}

__all__ = ["FAMILIES", "Family"]
