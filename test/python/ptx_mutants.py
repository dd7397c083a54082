# ptx_mutants.py - kernels with one error each, run by the emulator
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The kernels of a program as neo-ptx-run takes them, and ways to spoil one."""

import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo
import pytest

_core = pytest.importorskip("neo._core")
RUN = Path(_core.__file__).parents[2] / "bin" / "neo-ptx-run"
if not RUN.exists():
    pytest.skip("neo-ptx-run is not built", allow_module_level=True)


@dataclass(frozen=True)
class Kernel:
    ptx: str
    launch: tuple[str, ...]  # the options that say how it is launched

    def run(self, buffers: list[str], folder: Path) -> subprocess.CompletedProcess:
        """Prints the last of `buffers`, which are as f32[12]=none."""
        (file := folder / "kernel.ptx").write_text(self.ptx)
        options = [part for buffer in buffers for part in ("--arg", buffer)]
        return subprocess.run(
            [RUN, file, *self.launch, *options, "--print", str(len(buffers) - 1)],
            capture_output=True, text=True, check=False)

    def spoiled(self, ptx: str) -> "Kernel":
        """The same launch of what the kernel has become by an error."""
        assert ptx != self.ptx
        return Kernel(ptx, self.launch)


def kernels_of(function: Callable, *specs: Any, **options: Any) -> list[Kernel]:
    """The kernels of a program, in the order of their launches."""
    text = neo.jit(function, device="cuda", **options).ir(*specs)
    launches = neo.canonical(
        text, "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu,convert-neo-to-gpu)")
    head, *entries = re.split(r"(?=\.visible \.entry)", neo.ptx(text))
    return [Kernel(head + entry, ("--grid", blocks, "--block", threads, "--shared", shared))
            for entry, (blocks, threads, shared) in zip(entries, re.findall(
                r"blocks (\d+) threads (\d+) shared (\d+)", launches), strict=True)]


def without_each(pattern: str, ptx: str) -> Iterator[str]:
    for found in re.finditer(pattern, ptx):
        yield ptx[:found.start()] + ptx[found.end():]


def from_other_lanes(ptx: str) -> Iterator[str]:
    """With each butterfly between lanes twice, or half, as far apart."""
    for found in re.finditer(r"(shfl\.sync\.bfly\.b32 \t[^,]+, [^,]+, )(\d+)", ptx):
        other = 8 if found[2] == "16" else 2 * int(found[2])
        yield ptx[:found.start()] + found[1] + str(other) + ptx[found.end():]


def of_next_elements(ptx: str) -> Iterator[str]:
    """With each read of a buffer 4 bytes further."""
    for found in re.finditer(r"(ld\.global\S* \t[^\[]*\[%rd\d+)(\+\d+)?\]", ptx):
        place = int((found[2] or "+0")[1:]) + 4
        yield f"{ptx[:found.start()]}{found[1]}+{place}]{ptx[found.end():]}"


MUTANTS: dict[str, Callable[[str], Iterator[str]]] = {
    "barriers": lambda ptx: without_each(r"\tbar(?:rier)?\.sync \t0;\n", ptx),
    "waits": lambda ptx: without_each(r"\tcp\.async\.wait_\w+[^;]*;\n", ptx),
    "lanes": from_other_lanes, "places": of_next_elements,
    "guards": lambda ptx: without_each(r"\t@%p\d+ bra \t\$L\w+;\n", ptx)}


def survivors(kernel: Kernel, kind: str, buffers: list[str], folder: Path) -> list[int]:
    """Which of the mutants neither the emulator nor the numbers tell from the kernel."""
    right = kernel.run(buffers, folder)
    assert right.returncode == 0, right.stderr
    done = [kernel.spoiled(ptx).run(buffers, folder) for ptx in MUTANTS[kind](kernel.ptx)]
    assert done, f"nothing to spoil: {kind}"
    return [place for place, each in enumerate(done)
            if each.returncode == 0 and each.stdout == right.stdout]
