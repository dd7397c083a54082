# functions.py - what random programs call of NumPy's names
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Array functions, lambdas, checkpoints and truth values of traced tensors."""

from __future__ import annotations

from collections.abc import Callable

from choices import Choices
from indices import Tensor
from sizes import SIZES

# Text, shape, and a bound of the elements.
Made = tuple[str, tuple[int, ...], float]

ELEMENTWISE = {  # text: how the bound of the argument bounds the result.
    "neo.gelu({0})": lambda b: b,
    "neo.silu({0})": lambda b: b,
    "neo.softplus({0})": lambda b: b + 1,
    "neo.square(neo.tanh({0}))": lambda b: 1.0,
    "neo.expm1(neo.tanh({0}))": lambda b: 2.0,
    "neo.log1p(neo.square({0}))": lambda b: b * b,
    "neo.erf({0})": lambda b: 1.0,
    "neo.pow(2 + neo.tanh({0}), 1.5)": lambda b: 6.0,
}
BENT = {  # Derivatives jump: for values that no rounding moves over the edge.
    "neo.clip({0}, -0.4, 0.6)": lambda b: 0.6,
    "neo.leaky_relu({0})": lambda b: b,
    "neo.elu({0})": lambda b: b,
    "neo.maximum({0}, 0.3)": lambda b: b,
    "neo.where(({0} > 0.125) & ({0} < 0.75), {0}, 0.5)": lambda b: b,
    "neo.where(neo.isfinite({0}), neo.sign({0}), 0) * {0}": lambda b: b,
    "neo.floor(4 * {0}) / 4 + {0}": lambda b: 2 * b + 1,
}


class FunctionWriter:
    """Writes one line about a tensor in scope; `fresh` makes an operand."""

    def __init__(self, choices: Choices, fresh: Callable[..., Tensor]):
        self.choices, self.fresh = choices, fresh

    def write(self, scope: list[Tensor], number: int) -> tuple[str, Tensor]:
        tensor = self.choices.pick(scope[::-1])
        name = f"R{number}"
        if tensor.exact and tensor.shape and self.choices.chance(15):
            text, shape, kind = self._decided(tensor)
            return text, Tensor(name, shape, kind, 70, True)
        kinds = [self._widened]
        if tensor.shape:
            kinds += [self._joined, self._ordered, self._padded, self._taken,
                      self._triangle]
        if tensor.kind == "float":
            kinds += [self._elementwise, self._wrapped]
        if tensor.kind == "float" and tensor.shape:
            kinds += [self._normalised, self._accumulated, self._einsum,
                      self._lambda]
        text, shape, bound = self.choices.pick(kinds)(tensor)
        return text, Tensor(name, shape, tensor.kind, bound,
                            tensor.exact and tensor.kind == "int")

    def _axis(self, t: Tensor) -> int:
        return self.choices.below(len(t.shape))

    def _elementwise(self, t: Tensor) -> Made:
        forms = ELEMENTWISE | BENT if t.exact else ELEMENTWISE
        text = self.choices.pick(list(forms))
        bound = forms[text](t.bound)
        text = text.format(t.name)
        return (text, t.shape, bound) if bound < 40 else \
            (f"neo.tanh({text})", t.shape, 1.0)

    def _widened(self, t: Tensor) -> Made:
        kind = self.choices.below(3)
        if kind == 0:
            return f"neo.expand_dims({t.name}, 0)", (1, *t.shape), t.bound
        if kind == 1:
            return f"{t.name}[..., None]", (*t.shape, 1), t.bound
        count = self.choices.between(2, 5)
        shape = (count, *t.shape)
        return f"neo.broadcast_to({t.name}, {shape})", shape, t.bound

    def _joined(self, t: Tensor) -> Made:
        axis = self._axis(t)
        other = f"{t.name} * 2" if self.choices.below(2) else \
            f"neo.flip({t.name}, {axis})"
        shape = list(t.shape)
        kind = self.choices.below(4)
        if kind == 0:
            shape[axis] *= 2
            text = f"neo.concatenate([{t.name}, {other}], {axis})"
        elif kind == 3:
            count = self.choices.between(3, 12)
            shape[axis] *= count
            text = (f"neo.concatenate([{t.name} * ({count} - n) for n in range({count})], "
                    f"{axis}) / {count}" if t.kind == "float" else
                    f"neo.concatenate([{t.name}] * {count}, {axis})")
        elif kind == 1:
            shape.insert(axis, 2)
            text = f"neo.stack([{t.name}, {other}], {axis})"
        else:
            cut = self.choices.below(shape[axis] + 1)
            shape[axis] = min(cut, 9) + shape[axis]
            text = (f"neo.concatenate([neo.split({t.name}, [{min(cut, 9)}], "
                    f"{axis})[0], {t.name}], {axis})")
        return text, tuple(shape), 2 * t.bound

    def _ordered(self, t: Tensor) -> Made:
        axis = self._axis(t)
        kind = self.choices.below(4)
        if kind == 0:
            return f"neo.flip({t.name}, {axis})", t.shape, t.bound
        if kind == 1:
            shift = self.choices.pick((1, -1, 3, 8, -20))
            return f"neo.roll({t.name}, {shift}, {axis})", t.shape, t.bound
        if kind == 2 and t.shape[axis] <= 64:
            size, key = t.shape[axis], f"neo.random.key({self.choices.below(5)})"
            rows = f"neo.random.randint({key}, ({size},), 0, {size})"
            return f"neo.take({t.name}, {rows}, {axis})", t.shape, t.bound
        shape = list(t.shape)
        shape[0], shape[axis] = shape[axis], shape[0]
        return f"neo.swapaxes({t.name}, 0, {axis})", tuple(shape), t.bound

    def _padded(self, t: Tensor) -> Made:
        widths = [(self.choices.pick((0, 1, 2, 7)), self.choices.pick((0, 1, 3)))
                  for _ in t.shape]
        value = self.choices.pick((0, 1, -2))
        shape = tuple(n + sum(w) for n, w in zip(t.shape, widths))
        return (f"neo.pad({t.name}, {widths}, {value})", shape,
                max(t.bound, abs(value)))

    def _taken(self, t: Tensor) -> Made:
        """Slices, or an element or some of each row."""
        axis, count = self._axis(t), self.choices.between(1, 9)
        if self.choices.below(2):
            count = self.choices.pick((1, 1, count))
            shape = (*t.shape[:axis], count, *t.shape[axis + 1:])
            rows = self.fresh(shape, "int", limit=t.shape[axis])
            picked = self.choices.pick((
                t.name, f"neo.tanh({t.name})", f"neo.log_softmax({t.name}, axis={axis})")
                if t.kind == "float" else (t.name,))
            return (f"neo.take_along_axis({picked}, {rows.name}, {axis})", shape,
                    2 * t.bound + 5)
        rows = self.fresh((count,), "int", limit=t.shape[axis])
        shape = (*t.shape[:axis], count, *t.shape[axis + 1:])
        return f"neo.take({t.name}, {rows.name}, {axis})", shape, t.bound

    def _triangle(self, t: Tensor) -> Made:
        if len(t.shape) < 2:
            return self._ordered(t)
        name = self.choices.pick(("tril", "triu"))
        return (f"neo.{name}({t.name}, {self.choices.between(-2, 2)})", t.shape,
                t.bound)

    def _normalised(self, t: Tensor) -> Made:
        axis = self._axis(t)
        less = t.shape[:axis] + t.shape[axis + 1:]
        lifted = f"neo.tanh({t.name}) + 1.5"
        return self.choices.pick((
            (f"neo.softmax({t.name}, axis={axis})", t.shape, 1.0),
            (f"neo.log_softmax({t.name}, axis={axis})", t.shape, 2 * t.bound + 5),
            (f"neo.logsumexp({t.name}, axis={axis})", less, t.bound + 5),
            (f"neo.var({t.name}, axis={axis})", less, t.bound ** 2),
            (f"neo.std(neo.stack([{t.name}, 3 - {t.name} * {t.name}]), axis=0)",
             t.shape, 3 + t.bound ** 2),
            (f"neo.norm({lifted}, axis={axis})", less, 22.0),
            (f"neo.prod(1 + {t.name} * {0.5 / (t.bound * t.shape[axis]):.1g}, "
             f"axis={axis})", less, 2.0)))

    def _accumulated(self, t: Tensor) -> Made:
        axis = self._axis(t)
        factor = min(1.0, 20 / (t.bound * t.shape[axis]))
        return (f"neo.cumsum({t.name} * {factor:.1g}, {axis})", t.shape, 25.0)

    def _einsum(self, t: Tensor) -> Made:
        rank = len(t.shape)
        if rank > 3 or t.shape[-1] > 64:
            return self._elementwise(t)
        mine = "abc"[:rank]
        w = self.fresh((t.shape[-1], self.choices.pick((1, 3, 8, 17))))
        shape = (w.shape[1], *t.shape[:-1])
        factor = min(1.0, 20 / (t.bound * t.shape[-1]))
        return (f'neo.einsum("{mine},{mine[-1]}z->z{mine[:-1]}", {t.name}, '
                f"{w.name}) * {factor:.1g}", shape, 25.0)

    def _lambda(self, t: Tensor) -> Made:
        loops = "pqrstuv"[:len(t.shape)]
        last = t.shape[-1]
        if len(loops) > 4:
            return self._elementwise(t)
        index = ", ".join(loops)
        if self.choices.below(2):
            shift = self.choices.between(1, 3)
            moved = f"{index[:-1]}{loops[-1]} + {shift}"
            body = (f"neo.where({loops[-1]} + {shift} < {last}, "
                    f"{t.name}[{moved}], 0) + {t.name}[{index}]")
            return (f"neo.compute({t.shape}, lambda {index}: {body})", t.shape,
                    2 * t.bound)
        factor = min(1.0, 20 / (t.bound * last))
        body = (f"neo.sum(neo.tanh({t.name}[{index}]) * {factor:.1g}, "
                f"{loops[-1]}={last})")
        return (f"neo.compute({t.shape[:-1]}, lambda {index}: {body})",
                t.shape[:-1], 25.0)

    def _wrapped(self, t: Tensor) -> Made:
        body = self.choices.pick(("neo.tanh(x) * x", "neo.sin(x) + neo.exp(-x * x)"))
        return (f"neo.checkpoint(lambda x: {body})({t.name})", t.shape,
                t.bound + 2)

    def _decided(self, t: Tensor) -> tuple[str, tuple[int, ...], str]:
        """Truth values, and integers that comparisons decide."""
        axis = self._axis(t)
        less = t.shape[:axis] + t.shape[axis + 1:]
        above = f"({t.name} > {self.choices.pick((0, 0.25, -0.625))})"
        return self.choices.pick((
            (above, t.shape, "bool"),
            (f"{above} | ({t.name} < -0.5)", t.shape, "bool"),
            (f"neo.max({above}, axis={axis})", less, "bool"),
            (f"neo.sum({above}.astype('int64'), axis={axis})", less, "int"),
            (f"neo.argmax({t.name}, axis={axis})", less, "int"),
            (f"neo.one_hot(neo.argmin({t.name}, axis={axis}), "
             f"{t.shape[axis]}, 'int32')", (*less, t.shape[axis]), "int")))


def too_large(tensor: Tensor) -> bool:
    """Whether what follows would take more than the interpreter has time for."""
    count = 1
    for size in tensor.shape:
        count *= size
    return count > 4 * SIZES.elements
