# program.py - whole random programs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A program: a Python function of arrays, and how it is to be run.

    def f(A, B):
        T = neo.expr("T[i] += A[2*i+k] * B[k]", i=5, k=3)(A, B)
        V = T[::2]
        return T, V

It is text, so that what fails can be pasted as a test.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import ml_dtypes
import numpy as np

from choices import Choices
from contractions import ContractionWriter
from functions import FunctionWriter, too_large
from indices import Tensor
from long_loops import LongTextWriter
from sizes import SIZES, Large, Products, Small
from statements import TextWriter
from views import ViewWriter

DTYPES = {"float64": np.float64, "float32": np.float32, "float16": np.float16,
          "bfloat16": ml_dtypes.bfloat16}
LARGEST_BATCH = 9
WRITERS = {Small: TextWriter, Products: ContractionWriter, Large: LongTextWriter}
MODES = ("forward", "vjp", "jvp", "all")


@dataclass
class Program:
    """One program, its inputs' shapes, and the way in which it is run."""

    lines: list[str]
    results: list[Tensor]
    inputs: list[Tensor]
    constants: list[Tensor]
    dtype: str
    data: str                  # "any" or "quarters"
    mode: str
    target: str = "host"
    threads: int = 1
    strict: bool = False
    cached: bool = False
    choices: list[int] = field(default_factory=list)

    @property
    def source(self) -> str:
        names = ", ".join(t.name for t in self.inputs)
        results = ", ".join(t.name for t in self.results)
        body = "".join(f"    {line}\n" for line in self.lines)
        return f"def f({names}):\n{body}    return {results},\n"

    @property
    def directions(self) -> list[Tensor]:
        """What its derivatives take a direction for."""
        moved = {"forward": (), "vjp": self.results, "jvp": self.inputs,
                 "all": (*self.results, *self.inputs)}[self.mode]
        return [t for t in moved if t.kind == "float"]

    def resized(self) -> Program:
        """The same on a batch of another size."""
        def other(tensors: list[Tensor]) -> list[Tensor]:
            return [replace(t, shape=(LARGEST_BATCH + 2 - t.shape[0],
                                      *t.shape[1:])) if t.batch else t
                    for t in tensors]

        return replace(self, inputs=other(self.inputs),
                       results=other(self.results))

    def array(self, tensor: Tensor, dtype: type) -> np.ndarray:
        """The numbers of an input: the same in every type that holds them."""
        seed = sum(map(ord, tensor.name)) + 31 * len(tensor.shape)
        random = np.random.default_rng(seed)
        if tensor.limit:
            return random.integers(0, tensor.limit, tensor.shape)
        if tensor.kind == "int":
            kind = (np.int64, np.int32, np.int8)[seed % 3]
            return random.integers(-3, 4, tensor.shape).astype(kind)
        if self.data == "quarters":
            numbers = random.integers(-4, 5, tensor.shape) / 4
        else:
            numbers = random.uniform(-1, 1, tensor.shape)
        # Rounded to its own type and to f32, in which errors are estimated.
        return np.asarray(numbers).astype(DTYPES[self.dtype]) \
            .astype(np.float32).astype(dtype)


def make_program(choices: Choices) -> Program:
    """The program that `choices` describe."""
    return _Maker(choices).make()


def drawn(seed: int) -> Program | None:
    """The program of a seed, if it is none that grew too large."""
    try:
        return make_program(Choices(seed=seed))
    except TooLarge:
        return None


class _Maker:
    def __init__(self, choices: Choices):
        self.choices = choices
        self.inputs: list[Tensor] = []
        self.constants: list[Tensor] = []
        self.scope: list[Tensor] = []
        self.lines: list[str] = []
        self.names = {"float": iter("ABCDEFGHKLMNPQRS"), "int": iter("IJOW")}

    def make(self) -> Program:
        choices = self.choices
        dtype = choices.pick(("float64", "float32", "float32", "float64",
                              "float16", "bfloat16"))
        self.integers = choices.chance(8)
        mode = "forward" if self.integers else choices.pick(MODES)
        self.smooth = mode != "forward" and dtype in ("float16", "bfloat16")
        self.batch = choices.between(2, LARGEST_BATCH) \
            if SIZES.is_small and choices.chance(6) else 0
        self._options()
        self._steps()
        return Program(
            self.lines, self._results(), self.inputs, self.constants, dtype,
            choices.pick(("any", "quarters")), self._possible(mode),
            **self.options, choices=choices.taken)

    def _options(self) -> None:
        choices = self.choices
        self.options = dict(
            target="avx2" if choices.chance(35) else "host",
            threads=choices.pick((1, 2)), strict=choices.chance(20),
            cached=choices.chance(15))

    def _possible(self, mode: str) -> str:
        """Without float inputs there is nothing to differentiate."""
        can = any(t.kind == "float" for t in self.inputs) and \
            any(t.kind == "float" for t in self._results())
        return mode if can else "forward"

    def _steps(self) -> None:
        choices, left = self.choices, 6
        writers = (ViewWriter(choices, self._fresh),
                   FunctionWriter(choices, self._fresh))
        while True:
            numbers = [t for t in self.scope if t not in self.constants
                       and t.kind != "bool" and not t.limit]
            viewed = SIZES.is_small and self.lines and not self.batch and \
                self.inputs and numbers
            if viewed and choices.chance(50):
                line, result = choices.pick(writers).write(numbers, len(self.lines))
                if too_large(result):
                    raise TooLarge
            else:
                text = WRITERS[type(SIZES)](
                    choices, self.scope, self._fresh, self.integers, self.smooth,
                    self.batch).write(min(left, 3))
                left -= len(text.statements)
                result = text.result
                result.name = f"R{len(self.lines)}"
                line = text.source
            self.lines.append(f"{result.name} = {line}")
            self.scope.append(result)
            if left <= 0 or len(self.lines) > 4 or not choices.chance(40):
                return

    def _results(self) -> list[Tensor]:
        """What no later line uses, and the last."""
        made = [t for t in self.scope if t not in self.inputs
                and t not in self.constants]
        text = "\n".join(line.partition("=")[2] for line in self.lines)
        return [t for t in made if t is made[-1] or
                not any(f"{t.name}{end}" in text for end in "[],) .")]

    def _fresh(self, shape: tuple[int, ...], kind: str = "float",
               batch: bool = False, limit: int = 0) -> Tensor:
        """A new input, or a constant that the function closes over."""
        name = next(self.names[kind], None)
        if name is None:
            raise TooLarge
        tensor = Tensor(name, shape, kind, 3.0 if kind == "int" else 1.0,
                        True, limit)
        tensor.batch = batch
        closed = not batch and self.choices.chance(12)
        (self.constants if closed else self.inputs).append(tensor)
        self.scope.append(tensor)
        return tensor


class TooLarge(Exception):
    """More operands than there are names, or too many elements: draw again."""
