# contractions.py - products of matrices
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sums of products, with a tensor to add."""

from __future__ import annotations

from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.records import Call, Unsupported, cast, check_alike, record


def product(call: Call, a: Tensor, b: Tensor, rounded: bool = True) -> Any:
    """a @ b in the result's type, or not yet `rounded` to half precision."""
    check_alike(a, b)
    if call.name == "i1":
        raise Unsupported("the product of truth values")
    name = call.name if rounded else wide(call.name)
    return cast(a, name) @ cast(b, name)


@record("mm", "bmm", "mv", "dot", "vdot")
def mm(call: Call, a: Tensor, b: Tensor) -> Tensor:
    return product(call, a, b)


@record("addmm", "baddbmm", "addmv")
def addmm(call: Call, c: Tensor, a: Tensor, b: Tensor, *, beta: Any = 1, alpha: Any = 1
          ) -> Tensor:
    found = product(call, a, b, rounded=False)
    return scaled(call, c, found, beta=beta, alpha=alpha)


def scaled(call: Call, c: Tensor, found: Tensor, beta: Any = 1, alpha: Any = 1) -> Tensor:
    """beta * c + alpha * found, where `found` is a product. Of integers, the fractions of
    beta and alpha do not count."""
    if not call.is_float:
        beta, alpha = int(beta), int(alpha)
    found = found if alpha == 1 else found * alpha
    if beta == 0:  # The operand may be NaN, which 0 * x keeps.
        return neo.broadcast_to(found, call.shape)
    c = cast(c, wide(call.name))
    return (c if beta == 1 else c * beta) + found


@record("addbmm")
def addbmm(call: Call, c: Tensor, a: Tensor, b: Tensor, *, beta: Any = 1, alpha: Any = 1
           ) -> Tensor:
    rows, middle = a.shape[1], a.shape[0] * a.shape[2]
    one = a.transpose(1, 0, 2).reshape(rows, middle)
    return addmm(call, c, one, b.reshape(middle, b.shape[2]), beta=beta, alpha=alpha)
