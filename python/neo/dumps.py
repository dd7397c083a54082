# dumps.py - every stage of what is compiled, in files
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""NEO_DUMP=DIR: each program that is compiled leaves its stages in a folder.

    DIR/001-main/0-input.mlir        what Python handed on
                 1-optimized.mlir    after neo-optimize: one function, kernels
                 2-scheduled.mlir    the same, with the schedule of each kernel
                 3-vector.mlir       kernels in scf and vector, and their launches
                 4-llvm.mlir         the kernels in the LLVM dialect
                 5-kernels.s         their assembly
                 remarks.txt         what each pass decided, and why (neo-explain)

Stages are made by the pipelines of neo-opt, beside the program, which is compiled as
it is without. A stage that fails leaves its message in error.txt; compiling says the
same. What was measured by `neo.calibrate` goes into the input, as compiling puts it
there, so that `neo-opt DIR/001-main/0-input.mlir --neo-optimize` repeats the first
stage anywhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import ModuleType

from neo.errors import Error, UsageError, describe

STAGES = (("1-optimized", "neo-optimize", "0-input"),
          ("2-scheduled", "neo-schedule", "1-optimized"),
          ("3-vector", "neo-to-vector", "1-optimized"),
          ("4-llvm", "neo-to-llvm", "3-vector"))


def dump(extension: ModuleType, text: str, function: str) -> None:
    """Writes the stages of `function` of `text` where NEO_DUMP says, if it does.

    Raises `neo.UsageError` where that folder cannot be written.
    """
    place = os.environ.get("NEO_DUMP")
    if not place:
        return
    try:
        _write_stages(extension, with_rates(text, extension.calibration()), function,
                      _fresh(Path(place), function))
    except OSError as reason:
        raise UsageError(describe(
            f"NEO_DUMP is {place!r}, but no stage can be written there "
            f"({reason.strerror}): name a folder of yours")) from None


def with_rates(text: str, rates: str) -> str:
    """`text` with the rates of this machine, unless it has some."""
    if not rates or "neo.machine" in text:
        return text
    for old, new in (("module attributes {", f"neo.machine = {rates}, "),
                     ("module {", f"neo.machine = {rates}}} {{")):
        if old in text:
            return text.replace(old, f"module attributes {{{new}", 1)
    return text


def _fresh(folder: Path, function: str) -> Path:
    """A new folder for one program; another process may make them, too."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 1 + sum(1 for entry in folder.iterdir() if entry.is_dir())
    name = re.sub(r"\W", "_", function)
    while True:
        place = folder / f"{number:03}-{name}"
        try:
            place.mkdir()
            return place
        except FileExistsError:
            number += 1


def _write_stages(extension: ModuleType, text: str, function: str, place: Path
                  ) -> None:
    texts = {"0-input": text}
    (place / "0-input.mlir").write_text(text)
    try:
        for name, pipeline, before in STAGES:
            # What was optimised before is compiled as it stands.
            done = name == "1-optimized" and ("neo.optimized" in text
                                              or "neo.scheduled" in text)
            texts[name] = texts[before] if done else extension.canonical(
                texts[before], f"builtin.module({pipeline})")
            (place / f"{name}.mlir").write_text(texts[name])
        (place / "5-kernels.s").write_text(extension.assembly(text, function))
        (place / "remarks.txt").write_text(_remarks(extension, text))
    except Error as reason:
        (place / "error.txt").write_text(f"{reason}\n")


def _remarks(extension: ModuleType, text: str) -> str:
    """What passes decided, with the lines of the input that it is about."""
    lines = []
    for remark in extension.remarks(text, "builtin.module(neo-explain)"):
        where = " ".join(f"{line}:" for place in remark.places
                         for line in place.lines)
        lines += [f"{where} {remark.text}".strip(),
                  *(f"    {note}" for note in remark.notes)]
    return "".join(f"{line}\n" for line in lines)
