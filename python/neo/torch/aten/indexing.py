# indexing.py - elements at positions that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gathers, and scatters, which are their gradients.

`scatter_add` adds each element of a source to the element that a gather would read: the
gradient of the gather. So no operator here writes at positions; a scatter is such a
gradient, which adds in the order of the source.

Where PyTorch counts negative positions from the end, `wrapped` does; elsewhere they lie
outside, as those do that are too large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import neo
from neo.specs import FLOATS
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, cast, common_type, record


def wrapped(index: Tensor, size: int) -> Tensor:
    """Positions from the front; those before the first remain what they are."""
    index = from_front(index)
    return neo.where((index < 0) & (index >= -size), index + size, index)


def from_front(index: Tensor) -> Tensor:
    """Positions that are not counted from the end: as they are."""
    if index.spec.dtype not in ("i64", "i32"):
        raise Unsupported(f"positions are {index.spec.dtype}")
    return index


def added(x: Tensor, reads: Callable[[Tensor], Tensor], source: Tensor) -> Tensor:
    """x with each element of `source` added where `reads` reads."""
    if x.spec.dtype not in FLOATS:
        return (x + _added_integers(x.shape, reads, source)).astype(x.dtype)
    return x + neo.vjp(reads, neo.full(x.shape, 0.0, x.dtype))[1](source)[0]


# Of so many bits f64 adds up 2**31 numbers exactly.
_PART_BITS = 53 - 31


def _added_integers(shape: Sequence[int], reads: Callable[[Tensor], Tensor],
                    source: Tensor) -> Tensor:
    """The sums of integers, which wrap around: of parts of their bits, in f64, as the
    gradient of a gather has floats."""
    pullback = neo.vjp(reads, neo.full(shape, 0.0, "f64"))[1]
    rest, sums = source.astype("i64"), neo.full(shape, 0, "i64")
    bits = source.dtype.itemsize * 8
    for low in range(0, bits, _PART_BITS):
        part = rest % 2**_PART_BITS if low + _PART_BITS < bits else rest
        sums = sums + pullback(part.astype("f64"))[0].astype("i64") * 2**low
        rest = rest // 2**_PART_BITS
    return sums


def counted(shape: Sequence[int], reads: Callable[[Tensor], Tensor],
            places: Sequence[int]) -> Tensor:
    """How often `reads` reads each element of a tensor, by a result of shape `places`."""
    return added(neo.full(shape, 0.0, "f64"), reads, neo.full(places, 1.0, "f64"))


def _along(dim: int, index: Tensor) -> Callable[[Tensor], Tensor]:
    """Reads along one dimension, at the positions of `index` in the others."""
    def reads(x: Tensor) -> Tensor:
        loops = [f"d{n}" for n in range(x.ndim)]
        at = ",".join(loops)
        place = ",".join([*loops[:dim], f"I[{at}]", *loops[dim + 1:]])
        return neo.expr(f"t[{at}] = x[{place}]", **dict(zip(loops, index.shape)))(
            x, index)

    return reads


def _flat(call: Call, x: Tensor, dim: int, index: Tensor) -> tuple[Any, int, Any]:
    """Tensor, dimension and positions, of rank 1 at least."""
    if not x.ndim:
        x = x.reshape(1)
    if not index.ndim:
        index = index.reshape(1)
    dim = dim % x.ndim
    return x, dim, from_front(index)


@record("gather")
def gather(call: Call, x: Tensor, dim: int, index: Tensor, **_: Any) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    x, dim, index = _flat(call, x, dim, index)
    return _along(dim, index)(x).reshape(call.shape)


@record("scatter_add")
def scatter_add(call: Call, x: Tensor, dim: int, index: Tensor, source: Tensor
                ) -> Tensor:
    if not index.size:
        return x
    x, dim, index = _flat(call, x, dim, index)
    source = source if source.ndim else source.reshape(1)
    part = source[tuple(slice(0, s) for s in index.shape)]
    return added(x, _along(dim, index), part).reshape(call.shape)


@record("index_select")
def index_select(call: Call, x: Tensor, dim: int, index: Tensor) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    if not x.ndim:
        return x
    dim = dim % x.ndim
    index = from_front(index.reshape(-1))
    return x[(*[slice(None)] * dim, index)].reshape(call.shape)


@record("index_add")
def index_add(call: Call, x: Tensor, dim: int, index: Tensor, source: Tensor, *,
              alpha: Any = 1) -> Tensor:
    if not index.size:
        return x
    shape = x.shape
    x, source = (t if t.ndim else t.reshape(1) for t in (x, source))
    dim = dim % x.ndim
    index = from_front(index.reshape(-1))
    source = cast(source, call.name)
    return added(x, lambda t: t[(*[slice(None)] * dim, index)],
                  source if alpha == 1 else source * alpha).reshape(shape)


@record("embedding")
def embedding(call: Call, table: Tensor, index: Tensor, *_: Any, **options: Any
              ) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, table.dtype)
    return table[index].reshape(call.shape)


@record("embedding_dense_backward")
def embedding_dense_backward(call: Call, dy: Tensor, index: Tensor, rows: int,
                             padding: int, by_frequency: bool) -> Tensor:
    if by_frequency:
        raise Unsupported("gradients are scaled by frequency")
    if padding >= 0:
        dy = neo.where((index != padding).reshape(*index.shape, 1), dy, 0.0)
    zeros = neo.full(call.shape, 0.0, call.dtype)
    return added(zeros, lambda t: t[index], dy)


# Several positions at once


def _reads_at(x: Tensor, indices: Sequence[Tensor | None]) -> tuple[Any, ...]:
    key: list[Any] = []
    for n, index in enumerate(indices):
        if index is None:
            key.append(slice(None))
            continue
        if index.spec.dtype == "i1":
            raise Unsupported("truth values choose how many elements there are")
        key.append(wrapped(index, x.shape[n]))
    return tuple(key)


@record("index.Tensor", "_unsafe_index.Tensor")
def index(call: Call, x: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0, x.dtype)
    return _chosen(x, _reads_at(x, indices))


def _chosen(x: Tensor, key: tuple[Any, ...]) -> Tensor:
    """x[key]; single positions count as tensors of them."""
    if all(isinstance(k, slice) or not k.ndim for k in key):
        # A position of rank 0 stands in an expression of its own.
        key = tuple(k if isinstance(k, slice) else k.reshape(1) for k in key)
        found = x[key]
        places = [n for n, k in enumerate(key) if not isinstance(k, slice)]
        together = places[-1] - places[0] + 1 == len(places)
        axis = places[0] if together else 0
        return found.reshape(*found.shape[:axis], *found.shape[axis + 1:])
    return x[tuple(k if isinstance(k, slice) or k.ndim else k.reshape(1)
                   for k in key)]


@record("index_put", "_unsafe_index_put")
def index_put(call: Call, x: Tensor, indices: Sequence[Tensor | None], values: Tensor,
              accumulate: bool = False) -> Tensor:
    values = cast(values, call.name)
    if all(i is None or i.spec.dtype == "i1" for i in indices) and not values.ndim \
            and not accumulate:
        return _masked(x, indices, values)
    key = _reads_at(x, indices)
    if not x.size or any(not isinstance(k, slice) and not k.size for k in key):
        return x
    zeros = neo.full(x.shape, 0.0 if call.is_float else 0, x.dtype)
    shape = _chosen(zeros, key).shape
    if not accumulate and values.size == 1:
        count = counted(x.shape, lambda t: _chosen(t, key), shape)
        return neo.where(count > 0, values.reshape(()), x)
    if not accumulate:
        return _overwritten(x, lambda t: _chosen(t, key), neo.broadcast_to(
            values, shape))
    return added(x, lambda t: _chosen(t, key), neo.broadcast_to(values, shape))


def _masked(x: Tensor, indices: Sequence[Tensor | None], value: Tensor) -> Tensor:
    masks = [(n, i) for n, i in enumerate(indices) if i is not None]
    (place, mask), *rest = masks
    if rest:
        raise Unsupported("several truth tensors choose together")
    after = x.ndim - place - mask.ndim
    return neo.where(mask.reshape(*mask.shape, *(1,) * after), value, x)


_MOST_WRITES = 2 ** 22


def _overwritten(x: Tensor, reads: Callable[[Tensor], Tensor], source: Tensor) -> Tensor:
    """x with each element of `source` where `reads` reads; of several the last."""
    places = reads(neo.arange(0, x.size).reshape(x.shape)).reshape(-1)
    flat = source.reshape(-1)
    if x.size * flat.size > _MOST_WRITES:
        raise Unsupported("positions are overwritten, of which there are many")
    count = flat.size
    last = neo.expr("t[i] max= where(P[u] == i, u, -1)", i=x.size)(places)
    chosen = flat[neo.where(last < 0, 0, last)] if count else flat
    return neo.where(last < 0, x.reshape(-1), chosen).reshape(x.shape)


@record("scatter.src")
def scatter(call: Call, x: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """Of several that go to one place the last: other dimensions stay as they are, so
    that it is searched along `dim` alone."""
    if not index.size:
        return x
    x, dim, index = _flat(call, x, dim, index)
    source = source if source.ndim else source.reshape(1)
    source = source[tuple(slice(0, s) for s in index.shape)]
    # Read, so that positions outside are an error.
    index = neo.arange(0, x.shape[dim])[index]
    last = _folded(x, dim, index, None, "max=", "-1")
    chosen = _along(dim, neo.where(last < 0, 0, last))(
        neo.pad(source, _beside(x, dim, index)))
    return neo.where(last < 0, x, chosen).reshape(call.shape)


@record("scatter.value")
def scatter_value(call: Call, x: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    if not index.size:
        return x
    shape = x.shape
    x, dim, index = _flat(call, x, dim, index)
    count = counted(x.shape, _along(dim, index), index.shape)
    return neo.where(count > 0, neo.full((), value, x.dtype), x).reshape(shape)


# How elements are folded, and what folding begins with.
_FOLDS = {"amax": ("max=", "-inf"), "amin": ("min=", "inf"), "prod": ("*=", "1")}
_JOINS: dict[str, Callable[[Any, Any], Any]] = {
    "amax": neo.maximum, "amin": neo.minimum, "prod": lambda a, b: a * b}


@record("scatter_reduce.two")
def scatter_reduce(call: Call, x: Tensor, dim: int, index: Tensor, source: Tensor,
                   how: str, *, include_self: bool = True) -> Tensor:
    if not index.size:
        return x
    if not call.is_float:
        raise Unsupported(f"'{how}' of {call.name} at positions")
    x, dim, index = _flat(call, x, dim, index)
    source = source if source.ndim else source.reshape(1)
    source = source[tuple(slice(0, s) for s in index.shape)]
    reads = _along(dim, index)
    count = counted(x.shape, reads, index.shape)
    start = x if include_self else neo.full(x.shape, 0.0, x.dtype)
    if how in ("sum", "mean"):
        found = added(start, reads, source)
        if how == "mean":
            found = found / neo.maximum(count + include_self, 1.0).astype(x.dtype)
    else:
        folded = _folded(x, dim, index, source, *_FOLDS[how])
        found = _JOINS[how](x, folded) if include_self else folded
    return neo.where(count > 0, found, x).reshape(call.shape)


def _beside(x: Tensor, dim: int, index: Tensor) -> list[tuple[int, int]]:
    """How far x goes on behind `index` in the other dimensions."""
    return [(0, 0 if n == dim else size - part)
            for n, (size, part) in enumerate(zip(x.shape, index.shape))]


def _folded(x: Tensor, dim: int, index: Tensor, source: Tensor | None, op: str,
            first: str) -> Tensor:
    """What of `source` goes to each element of x, folded; without it the steps along
    `dim` that do."""
    if x.size * index.shape[dim] > _MOST_WRITES:
        raise Unsupported("positions are compared, of which there are many")
    beside = _beside(x, dim, index)
    loops = [f"d{n}" for n in range(x.ndim)]
    read = ",".join([*loops[:dim], "u", *loops[dim + 1:]])
    folded = "u" if source is None else f"S[{read}]"
    return neo.expr(f"t[{','.join(loops)}] {op} where(P[{read}] == d{dim}, {folded}, "
                    f"{first})", **dict(zip(loops, x.shape)), u=index.shape[dim])(
        neo.pad(index, beside, constant_values=-1),  # Nowhere.
        *(() if source is None else (neo.pad(source, beside),)))


@record("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(call: Call, x: Tensor, mask: Tensor, value: Any) -> Tensor:
    value = cast(value, call.name) if isinstance(value, Tensor) else \
        neo.full((), value, x.dtype)
    return neo.where(mask, value, x)


@record("take")
def take(call: Call, x: Tensor, index: Tensor) -> Tensor:
    if not index.size:
        return neo.full(call.shape, 0, x.dtype)
    flat = wrapped(index.reshape(-1), x.size)
    return x.reshape(-1)[flat].reshape(call.shape)


@record("put")
def put(call: Call, x: Tensor, index: Tensor, source: Tensor, accumulate: bool = False
        ) -> Tensor:
    if not index.size:
        return x
    flat = wrapped(index.reshape(-1), x.size)
    add = added if accumulate else _overwritten
    return add(x.reshape(-1), lambda t: t[flat], source.reshape(-1)).reshape(x.shape)


# Boundaries are counted, one after the other, up to so many.
_MOST_BOUNDARIES = 256


@record("bucketize.Tensor")
def bucketize(call: Call, x: Tensor, boundaries: Tensor, *, out_int32: bool = False,
              right: bool = False) -> Tensor:
    if boundaries.size > _MOST_BOUNDARIES:
        raise Unsupported("boundaries are counted, of which there are many")
    if 0 in (*call.shape, boundaries.size):
        return neo.full(call.shape, 0, call.dtype)
    name = common_type([x, boundaries])
    x, boundaries = cast(x, name).reshape(-1, 1), cast(boundaries, name)
    is_behind = boundaries > x if right else boundaries >= x  # Of NaN none is.
    return neo.sum(neo.where(is_behind, 0, 1).astype("i64"), 1).reshape(call.shape)
