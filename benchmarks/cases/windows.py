# windows.py - convolutions of every kind as index expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One to three dimensions; strided, dilated, padded, grouped, depthwise, transposed.
Positions off the picture read 0 and count no operations."""

import math

from cases.case import Operator

#: Positions in the result and in the window, by dimension.
OUT, WINDOW = "pqo", "rst"


def _sum(*terms: str) -> str:
    return "+".join(t for t in terms if t).replace("+-", "-")


def _times(factor: int, variable: str) -> str:
    return variable if factor == 1 else f"{factor}*{variable}"


def _read(lead: str, positions: list[str], guards: list[str]) -> str:
    read = f"A[{','.join([lead, *positions])}]"
    return f"({read} if {' and '.join(guards)} else 0)" if guards else read


def _extents(sizes: list[int], depth: int) -> list[int]:
    return [depth, *sizes[1:]] if depth and len(sizes) == 3 else sizes


def _taps(size: int, kernel: int, out: int, place) -> int:
    """Pairs of a result's and a window's position that meet the picture."""
    found = (place(p, r) for p in range(out) for r in range(kernel))
    return sum(x is not None and 0 <= x < size for x in found)


def convolution(channels: int, outputs: int, size: int, kernel: int = 3,
                stride: int = 1, padding: int = 0, dilation: int = 1,
                groups: int = 1, dimensions: int = 2, depth: int = 0,
                length: int = 0) -> Operator:
    """`depth` is the first of three extents, `length` the only one of one."""
    sizes = _extents([length or size] * dimensions, depth)
    out = [(n + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1
           for n in sizes]
    places = [_sum(_times(stride, p), _times(dilation, r),
                   str(-padding) if padding else "")
              for p, r in zip(OUT, WINDOW[:dimensions])]
    guards = [f"0 <= {x} < {n}" for x, n in zip(places, sizes)] if padding else []
    each = channels // groups
    lead = "b,c" if groups == 1 else f"b,k//{outputs // groups}*{each}+c"
    p, r = ",".join(OUT[:dimensions]), ",".join(WINDOW[:dimensions])
    taps = math.prod(_taps(n, kernel, o, lambda p, r: stride * p + dilation * r
                           - padding) for n, o in zip(sizes, out))
    return Operator(
        f"C[b,k,{p}] += {_read(lead, places, guards)} * W[k,c,{r}]",
        {"A": (1, channels, *sizes), "W": (outputs, each, *[kernel] * dimensions)},
        (1, outputs, *out), "convolution", 2.0 * outputs * each * taps,
        dict(zip(OUT, out)), dict(stride=stride, padding=padding,
                                  dilation=dilation, groups=groups))


def depthwise(channels: int, size: int, kernel: int = 3, stride: int = 1,
              padding: int = 1, multiplier: int = 1) -> Operator:
    """Each channel makes `multiplier` ones of its own."""
    out = (size + 2 * padding - kernel) // stride + 1
    places = [_sum(_times(stride, p), r, str(-padding)) for p, r in ("pr", "qs")]
    guards = [f"0 <= {x} < {size}" for x in places]
    channel = "k" if multiplier == 1 else f"k//{multiplier}"
    taps = _taps(size, kernel, out, lambda p, r: stride * p + r - padding) ** 2
    outputs = channels * multiplier
    return Operator(
        f"C[b,k,p,q] += {_read(f'b,{channel}', places, guards)} * W[k,r,s]",
        {"A": (1, channels, size, size), "W": (outputs, kernel, kernel)},
        (1, outputs, out, out), "depthwise", 2.0 * outputs * taps,
        {"p": out, "q": out, "k": outputs},
        dict(stride=stride, padding=padding, dilation=1, groups=channels))


def transposed(channels: int, outputs: int, size: int, kernel: int = 3,
               stride: int = 1, padding: int = 0, dimensions: int = 2,
               depth: int = 0, length: int = 0) -> Operator:
    """The gradient of a convolution by its picture, written as the sum that it is."""
    sizes = _extents([length or size] * dimensions, depth)
    out = [(n - 1) * stride - 2 * padding + kernel for n in sizes]

    def place(p: int, r: int) -> int | None:
        at = p + padding - r
        return at // stride if at % stride == 0 else None

    reads, guards = [], []
    for n, p, r in zip(sizes, OUT, WINDOW):
        at = _sum(p, str(padding) if padding else "", f"-{r}")
        reads.append(at if stride == 1 else f"({at})//{stride}")
        guards += [] if stride == 1 else [f"({at})%{stride} == 0"]
        guards.append(f"0 <= {reads[-1]} < {n}")
    p, r = ",".join(OUT[:dimensions]), ",".join(WINDOW[:dimensions])
    taps = math.prod(_taps(n, kernel, o, place) for n, o in zip(sizes, out))
    return Operator(
        f"C[b,k,{p}] += {_read('b,c', reads, guards)} * W[c,k,{r}]",
        {"A": (1, channels, *sizes),
         "W": (channels, outputs, *[kernel] * dimensions)},
        (1, outputs, *out), "transposed", 2.0 * channels * outputs * taps,
        dict(zip(OUT, out)), dict(stride=stride, padding=padding))
