# _core.pyi - the compiled part
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from collections.abc import Sequence
from typing import Any

import numpy as np

def canonical(text: str, pipeline: str = ...) -> str: ...
def interpret(text: str, function: str, arrays: Sequence[np.ndarray]
              ) -> list[np.ndarray]: ...

class Program:
    stats: dict[str, Any]
    def __init__(self, text: str, function: str, threads: int = ...) -> None: ...
    def run(self, arrays: Sequence[np.ndarray]) -> list[np.ndarray]: ...
