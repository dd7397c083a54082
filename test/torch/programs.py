# programs.py - random programs of PyTorch, eager and by Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions of a few lines that PyTorch takes, compiled with backend="neo".

    PYTHONPATH=build/python .venv/bin/python test/torch/programs.py --programs 200 --seed 5
    ... programs.py --one 17              # one again, with its text

Single operators are compared by opinfo.py. Here they meet: views of results, changes in
place of what was read before, inputs that share memory or have gaps, types that are
promoted. Outputs with their strides and types, gradients and inputs afterwards have to
be those of eager mode. Exits with 1 if some are not.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from phrases import CHANGED, MAKES
from samples import RTOL, compared, cotangent, lies_otherwise, same_but_missing
from torch._subclasses.fake_tensor import FakeTensorMode

#: Shapes of inputs: of some that broadcast and multiply with one another.
SHAPES = [(4, 6), (6,), (2, 4, 6), (4, 1), (), (6, 4), (4, 4), (2, 3, 5, 6), (1,), (0, 6),
          (3, 2, 3), (4,), (2, 6, 4)]
#: How an input lies in memory.
LAYOUTS = ["{}", "{}", "{}", "{}.mT.contiguous().mT", "torch.cat([{}, {}], -1)[..., ::2]",
           "{}.unsqueeze(0).expand(2, *{}.shape)", "{}.flip(0)", "{}[1:]"]
MOST = 5000  # Elements of a result.
NAMES = "ABCDE"


@dataclass
class Program:
    inputs: list[str]   # Python that makes each of a generator's numbers
    moved: list[bool]   # Does it take a gradient?
    lines: list[str]
    results: list[str]

    @property
    def rtol(self) -> float:
        """What has been a number of fewer digits never has more."""
        text = str(self)
        few = {"half()": 0.1, "float()": 1e-4, "float32": 1e-4}
        return max([RTOL, *(r for word, r in few.items() if word in text)])

    @property
    def source(self) -> str:
        names = ", ".join(NAMES[:len(self.inputs)])
        body = "".join(f"    {line}\n" for line in self.lines)
        return f"def f({names}):\n{body}    return {', '.join(self.results)},\n"

    def __str__(self) -> str:
        made = "".join(f"{name} = {text}{'  # with a gradient' if moved else ''}\n"
                       for name, text, moved in zip(NAMES, self.inputs, self.moved))
        return made + self.source

    def function(self) -> Callable[..., Any]:
        known: dict[str, Any] = {"torch": torch, "F": torch.nn.functional}
        exec(self.source, known)
        return known["f"]


class Writer:
    """Draws lines and runs each eagerly at once, to see that it can be."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.known: dict[str, Any] = {"torch": torch, "F": torch.nn.functional}
        self.program = Program([], [], [], [])

    def write(self) -> Program:
        for name in NAMES[:self.random.randint(1, 4)]:
            self._input(name)
        for _ in range(self.random.randint(2, 9)):
            self._line()
        made = [n for n in self.known if n.startswith("R")]
        keep = self.random.sample(made, min(len(made), self.random.randint(1, 3)))
        self.program.results = sorted({*keep, *made[-1:]}) or ["A"]
        return self.program

    def _input(self, name: str) -> None:
        shape = self.random.choice(SHAPES)
        kind = self.random.choices(["float64", "float32", "int64", "bool"],
                                   [12, 2, 3, 1])[0]
        numbers = {"int64": f"torch.randint(0, 3, {shape})",
                   "bool": f"torch.rand({shape}) > 0.5"}.get(
                       kind, f"torch.randn({shape}, dtype=torch.{kind})")
        text = self.random.choice(LAYOUTS).format(f"({numbers})", f"({numbers})")
        others = [f"{n}[1:]" for n in self.known if n in NAMES] + \
            [n for n in self.known if n in NAMES]
        if others and self.random.random() < 0.1:
            text = self.random.choice(others)  # It shares memory.
        try:
            self.known[name] = eval(text, self.known)
        except (RuntimeError, IndexError):
            self.known[name] = eval(numbers, self.known)
            text = numbers
        self.program.inputs.append(text)
        self.program.moved.append(self.known[name].is_floating_point()
                                  and text[0] not in NAMES
                                  and self.random.random() < 0.7)

    def _tensors(self) -> dict[str, torch.Tensor]:
        return {n: t for n, t in self.known.items() if isinstance(t, torch.Tensor)}

    def _fill(self, phrase: str) -> str:
        tensors, pick = self._tensors(), self.random.choice
        whole = [n for n, t in tensors.items() if t.dtype == torch.int64] or list(tensors)
        truth = [n for n, t in tensors.items() if t.dtype == torch.bool] or list(tensors)
        recent = list(tensors)[-3:]
        a = pick(recent) if self.random.random() < 0.6 else pick(list(tensors))
        dims = range(-1, max(tensors[a].dim(), 1))
        return phrase.format(a=a, b=pick(list(tensors)), n=pick(whole), m=pick(truth),
                             d=pick(dims), e=pick(dims), k=self.random.randint(0, 2),
                             l=self.random.randint(0, 2))

    def _line(self) -> None:
        for _ in range(30):
            if self.random.random() < 0.2:
                line = self._fill(self.random.choice(CHANGED))
            else:
                text = self._fill(self.random.choice(self.random.choice(MAKES)))
                line = f"R{len(self.program.lines)} = {text}"
            if self._runs(line):
                self.program.lines.append(line)
                return

    def _runs(self, line: str) -> bool:
        trial = dict(self.known)
        # What fails half way may have changed something.
        copies = {n: t.clone() for n, t in self._tensors().items()}
        try:
            exec(line, trial)
        except Exception:
            for name, copy in copies.items():
                if self.known[name].numel() and not torch.equal(self.known[name], copy):
                    raise Unusable from None
            return False
        self.known = trial
        return all(t.numel() <= MOST and _is_tame(t) for t in self._tensors().values()) \
            or _unusable()


class Unusable(Exception):
    """Numbers too large, or a failure that changed something: draw another."""


def _unusable() -> bool:
    raise Unusable


def _is_tame(tensor: torch.Tensor) -> bool:
    return bool((tensor.detach().double().abs() < 1e4).all())


def run(program: Program, function: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """Outputs and which have gradients, the gradients, and the inputs afterwards."""
    torch.manual_seed(3)
    known: dict[str, Any] = {"torch": torch}
    leaves = []
    for name, text, moved in zip(NAMES, program.inputs, program.moved):
        known[name] = eval(text, known)
        if moved:
            leaves.append(known[name].requires_grad_())
            known[name] = _not_a_leaf(known[name])
    given = [known[name] for name in NAMES[:len(program.inputs)]]
    outputs = function(*given)
    moving = [o for o in outputs if o.requires_grad]
    gradients: Any = [None] * len(leaves)
    if moving and leaves:
        gradients = list(torch.autograd.grad(moving, leaves, list(map(cotangent, moving)),
                                             allow_unused=True))
    return (([o.detach() for o in outputs], [o.requires_grad for o in outputs]),
            gradients, [t.detach() for t in given])


def _not_a_leaf(leaf: torch.Tensor) -> torch.Tensor:
    """The same numbers in the same layout, with zeros in its gaps, which may be changed
    in place."""
    if 0 in leaf.stride() or not leaf.numel():
        return leaf * 1
    last = sum((n - 1) * step for n, step in zip(leaf.shape, leaf.stride()))
    memory = torch.zeros(last + 1, dtype=leaf.dtype)
    return memory.as_strided(leaf.shape, leaf.stride()).copy_(leaf)


def outcome(seed: int) -> tuple[str, str]:
    """What became of a program, and its text with the difference."""
    torch.manual_seed(seed)
    try:
        program = Writer(seed).write()
        expected = run(program, program.function())
    except (Unusable, RuntimeError, IndexError):
        return "unusable", ""  # In eager mode, too.
    torch._dynamo.reset()
    try:
        found = run(program, torch.compile(program.function(), backend="neo"))
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        found = None
    else:
        why = compared(found, expected, program.rtol)
    if not why:
        return "equal", ""
    try:
        torch._dynamo.reset()
        plain = run(program, torch.compile(program.function(), backend="aot_eager"))
    except Exception:
        return "torch", ""  # AOTAutograd itself cannot.
    if found and (compared(plain, expected) and not compared(found, plain)
                  or same_but_missing(found, expected) == "missing"
                  or "strides" in why and lies_as_promised(program, found)):
        return "torch", ""
    return "wrong", f"{why}\n{program}"


def lies_as_promised(program: Program, found: Any) -> bool:
    """Are the strides of results those that PyTorch's own fake tensors have?"""
    with FakeTensorMode() as mode:
        mode.allow_non_fake_inputs = True
        promised = run(program, program.function())[0][0]
    return not any(map(lies_otherwise, found[0][0], promised))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--one", type=int)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch._dynamo.config.suppress_errors = False
    if options.one is not None:
        print(Writer(options.one).write(), *outcome(options.one), sep="\n")
        return 0
    counts: dict[str, int] = {}
    begin = time.monotonic()
    for seed in range(options.seed * 100_000, options.seed * 100_000 + options.programs):
        kind, text = outcome(seed)
        counts[kind] = counts.get(kind, 0) + 1
        if text:
            print(f"--one {seed}: {text}", flush=True)
    print(f"{counts} in {time.monotonic() - begin:.0f} s")
    return 1 if counts.get("wrong") else 0


if __name__ == "__main__":
    sys.exit(main())
