# views.py - what neo.jit does to tensors beside expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Slices, transposes, reductions, products and loops over time of traced tensors."""

from __future__ import annotations

from collections.abc import Callable

from choices import Choices
from indices import Tensor

Step = tuple[str, Tensor]


class ViewWriter:
    """Writes one line about a tensor in scope; `fresh` makes an operand."""

    def __init__(self, choices: Choices, fresh: Callable[..., Tensor]):
        self.choices, self.fresh = choices, fresh

    def write(self, scope: list[Tensor], number: int) -> Step:
        tensor = self.choices.pick(scope[::-1])
        kinds = [self._sliced, self._moved, self._reshaped, self._pointwise]
        if tensor.shape:
            kinds += [self._chosen, self._reduced]
        if tensor.kind == "float" and tensor.shape:
            kinds += [self._product, self._scan]
        text, shape, bound = self.choices.pick(kinds)(tensor)
        return text, Tensor(f"R{number}", shape, tensor.kind, bound, False)

    def _sliced(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        keys, shape = [], []
        for size in t.shape:
            kind = self.choices.below(6)
            if kind == 1 and size > 1:
                first = self.choices.between(1, min(size - 1, 9))
                key = slice(first, None)
            elif kind == 2:
                key = slice(None, None, self.choices.pick((2, 3, -1, -2)))
            elif kind == 3:
                keys.append(str(self.choices.below(size) - size))
                continue
            else:
                key = slice(None)
            shape.append(len(range(*key.indices(size))))
            keys.append(":".join("" if p is None else str(p) for p in (
                key.start, key.stop, key.step)) if key.step else
                f"{'' if key.start is None else key.start}:")
        if not keys:
            return f"{t.name} * 2", t.shape, 2 * t.bound
        return f"{t.name}[{', '.join(keys)}]", tuple(shape), t.bound

    def _moved(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        axes = list(range(len(t.shape)))
        order = [axes.pop(self.choices.below(len(axes))) for _ in t.shape]
        order = order[::-1]
        if len(order) < 2:
            return f"{t.name} + {t.name}", t.shape, 2 * t.bound
        return (f"{t.name}.transpose({', '.join(map(str, order))})",
                tuple(t.shape[a] for a in order), t.bound)

    def _reshaped(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        total = 1
        for size in t.shape:
            total *= size
        divisors = [d for d in range(1, total + 1) if total % d == 0]
        first = self.choices.pick(divisors)
        rest = [d for d in divisors if total // first % d == 0]
        second = self.choices.pick(rest)
        shape = (first, second, total // first // second)
        if second == 1:
            shape = (first, shape[2])
        return f"{t.name}.reshape({', '.join(map(str, shape))})", shape, t.bound

    def _pointwise(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        n = t.name
        if t.kind == "int":
            return f"neo.maximum({n} - 1, 0)", t.shape, t.bound + 1
        forms = ((f"neo.tanh({n})", 1.0), (f"{n} * 0.5 + 1", t.bound + 1),
                 (f"{n} / (1 + {n} * {n})", 1.0),
                 (f"neo.exp(neo.tanh({n})) - {n}", t.bound + 3),
                 (f"neo.sigmoid({n}) * {n}", t.bound))
        text, bound = self.choices.pick(forms)
        return text, t.shape, bound

    def _chosen(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        rows = self.fresh((self.choices.between(1, 9),), "int",
                          limit=t.shape[0])
        return f"{t.name}[{rows.name}]", rows.shape + t.shape[1:], t.bound

    def _reduced(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        axis = self.choices.below(len(t.shape))
        shape = t.shape[:axis] + t.shape[axis + 1:]
        if t.kind == "int":
            return f"neo.max({t.name}, axis={axis})", shape, t.bound
        name = self.choices.pick(("mean", "sum"))
        bound = t.bound * (t.shape[axis] if name == "sum" else 1)
        text = f"neo.{name}({t.name}, axis={axis})"
        return (text, shape, bound) if bound < 40 else \
            (f"neo.tanh({text} * 0.01)", shape, 1.0)

    def _product(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        inner = t.shape[-1]
        if inner > 64 or len(t.shape) > 2:
            return self._sliced(t)
        columns = self.choices.pick((1, 3, 8, 16, 17))
        w = self.fresh((inner, columns))
        return (f"neo.tanh({t.name} @ {w.name} * 0.2)",
                t.shape[:-1] + (columns,), 1.0)

    def _scan(self, t: Tensor) -> tuple[str, tuple[int, ...], float]:
        if len(t.shape) != 2 or t.shape[0] > 12 or t.shape[1] > 40:
            return self._pointwise(t)
        state = self.fresh((t.shape[1],))
        w = self.fresh((t.shape[1], t.shape[1]))
        reverse = ", reverse=True" if self.choices.below(2) else ""
        step = f"lambda h, x: (neo.tanh(h @ {w.name} * 0.2 + x),) * 2"
        return (f"neo.scan({step}, {state.name}, {t.name}{reverse})[1]",
                t.shape, 1.0)
