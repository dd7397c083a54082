# _core.pyi - the compiled part
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

def canonical(text: str, pipeline: str = ...) -> str: ...
def assembly(text: str, function: str) -> str: ...
def remarks(text: str, pipeline: str) -> list[Remark]: ...
def explain(text: str) -> tuple[list[Kernel], list[Remark]]: ...
def interpret(text: str, function: str, arrays: Sequence[np.ndarray]
              ) -> tuple[np.ndarray, ...]: ...

def set_threads(threads: int) -> None: ...
def get_threads() -> int: ...
def cache_info() -> dict[str, Any]: ...
def cache_clear() -> None: ...
def calibration() -> str: ...
def keep_calibration(text: str) -> bool: ...

class Place:
    lines: list[int]
    roles: list[str]

class KernelStatement:
    places: list[Place]
    inside: list[Place]
    loops: list[tuple[str, int]]
    result_loops: int
    kind: str
    operands: list[int | None]
    schedule: str

class Kernel:
    function: str
    times: int
    once: bool
    statements: list[KernelStatement]
    loops: list[str]
    results: list[int]
    operations: float
    bytes_read: int
    bytes_written: int
    schedule: str

class Remark:
    places: list[Place]
    text: str
    notes: list[str]

class Program:
    @property
    def stats(self) -> dict[str, Any]: ...
    @property
    def warning(self) -> str: ...
    def __init__(self, text: str, function: str, threads: int = ...) -> None: ...
    def run(self, arrays: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]: ...
    def caller(self, captured: tuple[np.ndarray, ...], alone: bool
               ) -> Callable[[Sequence[Any]], Any]: ...
    def profile(self, arrays: Sequence[np.ndarray]
                ) -> list[tuple[str, float]]: ...
