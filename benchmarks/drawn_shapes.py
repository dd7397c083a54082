# drawn_shapes.py - operators of shapes that nobody chose
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shapes by a seed: what a model that was fitted to a benchmark has not seen.

Extents are primes, or one more than a power of two, so that no vector and no tile
divides them; channels are few, windows may be rectangles, a batch is 1 or 3. `tiny`
shapes are for the reference interpreter, the others take a core some milliseconds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from cases.case import Case
from cases.memory import batch_norm, gelu, layer_norm, mish, softmax
from cases.odd import rectangle
from cases.products import bilinear, matrices, mttkrp, scores, vector
from cases.windows import convolution, depthwise, transposed

Parameters = dict[str, int]
CHANNELS = (1, 2, 3, 5, 7, 12, 20, 33)


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _is_odd(number: int) -> bool:
    """A prime, or one more than a power of two."""
    return _is_prime(number) or number - 1 & number - 2 == 0


class Shapes:
    """Draws parameters of the operators of the benchmark."""

    def __init__(self, source: random.Random, tiny: bool):
        self.random, self.tiny = source, tiny

    def extent(self, most: int) -> int:
        """From an eighth of `most` up to it; of a tiny shape at most 11."""
        most = min(most, 11) if self.tiny else most
        return self.random.choice(
            [n for n in range(max(2, most // 8), most + 1) if _is_odd(n)])

    def channels(self) -> int:
        return self.random.choice(CHANNELS[:5] if self.tiny else CHANNELS)

    def batch(self) -> int:
        return self.random.choice((1, 3))

    def window(self) -> Parameters:
        kernel = self.random.choice((1, 3, 5))
        return {"kernel": kernel, "stride": self.random.choice((1, 2, 3)),
                "padding": self.random.randint(0, kernel // 2)}

    def size(self, kernel: int) -> int:
        return kernel + self.extent(60)

    def matrices(self) -> tuple[Callable, Parameters]:
        return matrices, {name: self.extent(700)
                          for name in ("rows", "columns", "inner")}

    def vector(self) -> tuple[Callable, Parameters]:
        return vector, {"rows": self.extent(3000), "columns": self.extent(3000)}

    def scores(self) -> tuple[Callable, Parameters]:
        return scores, {"heads": self.batch(), "words": self.extent(400),
                        "features": self.extent(129)}

    def bilinear(self) -> tuple[Callable, Parameters]:
        return bilinear, {"batch": self.extent(65), "left": self.extent(129),
                          "right": self.extent(129), "outputs": self.channels()}

    def mttkrp(self) -> tuple[Callable, Parameters]:
        return mttkrp, {"rows": self.extent(129), "left": self.extent(65),
                        "right": self.extent(65), "columns": self.extent(65)}

    def convolution(self) -> tuple[Callable, Parameters]:
        window = self.window()
        return convolution, {"channels": self.channels(), "outputs": self.channels(),
                             "size": self.size(window["kernel"]), **window}

    def depthwise(self) -> tuple[Callable, Parameters]:
        window = self.window()
        return depthwise, {"channels": self.channels(),
                           "size": self.size(window["kernel"]), **window}

    def transposed(self) -> tuple[Callable, Parameters]:
        return transposed, {"channels": self.channels(), "outputs": self.channels(),
                            "size": self.extent(30), "kernel": self.random.choice((3, 5)),
                            "stride": self.random.choice((1, 2, 3))}

    def rectangle(self) -> tuple[Callable, Parameters]:
        high, wide = self.random.sample((1, 2, 3, 5, 7), 2)
        return rectangle, {"batch": self.batch(), "channels": self.channels(),
                           "outputs": self.channels(), "rows": self.size(high),
                           "columns": self.size(wide), "high": high, "wide": wide}

    def rows(self) -> tuple[Callable, Parameters]:
        build = self.random.choice((softmax, layer_norm, gelu, mish))
        return build, {"rows": self.extent(2000), "columns": self.extent(1100)}

    def batch_norm(self) -> tuple[Callable, Parameters]:
        return batch_norm, {"batch": self.batch(), "channels": self.channels(),
                            "pixels": self.extent(1100)}


FAMILIES = [name for name in vars(Shapes)
            if name not in ("extent", "channels", "batch", "window", "size")
            and not name.startswith("_")]


def draw_cases(seed: int, count: int, tiny: bool) -> Iterator[Case]:
    """`count` operators, of one family after the other in an order that is drawn."""
    source = random.Random(seed)
    shapes = Shapes(source, tiny)
    families: list[str] = []
    for number in range(count):
        families = families or source.sample(FAMILIES, len(FAMILIES))
        name = families.pop()
        build, parameters = getattr(shapes, name)()
        yield Case(f"{name}.{number}", "drawn", build, parameters)
