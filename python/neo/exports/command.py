# command.py - the command neo-compile
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo-compile model.onnx -o model.neo`: an ONNX model as a module.

    neo-compile model.onnx -o model.neo --shape x=1,3,224,224 --target avx512,avx2
    neo-compile --runtime     # the folder with libneo_runtime.so and its header

Inputs with extents that the model leaves open need a `--shape`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from neo.errors import Error, UsageError
from neo.exports.runtime import runtime_folder
from neo.exports.writing import export
from neo.specs import spec


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.runtime:
            print(runtime_folder())
            return 0
        if not options.model or not options.output:
            raise UsageError("neo-compile needs a model and -o FOLDER")
        print(_compiled(options))
        return 0
    except (Error, ImportError, OSError) as reason:
        print(f"neo-compile: {reason}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="neo-compile", description="Writes a model of ONNX as a module that needs "
        "neither Python nor a compiler (docs/Export.md).")
    parser.add_argument("model", nargs="?", help="a file of ONNX")
    parser.add_argument("-o", "--output", metavar="FOLDER", help="the module")
    parser.add_argument("--shape", action="append", default=[], metavar="NAME=1,3,..",
                        help="the extents of an input")
    parser.add_argument("--target", default="", metavar="NAME,..",
                        help="targets, the best first")
    parser.add_argument("--threads", type=int, default=0, help="at most so many")
    parser.add_argument("--runtime", action="store_true",
                        help="print where the runtime library is")
    return parser


def _compiled(options: Any) -> str:
    """The module of a model; what it takes and gives, in a line."""
    from neo import onnx
    model = onnx.load(options.model)
    shapes = dict(_shape(text) for text in options.shape)
    unknown = shapes.keys() - {port.name for port in model.inputs}
    if unknown:
        raise UsageError(f"--shape names {', '.join(sorted(unknown))}, but the inputs "
                         f"are {', '.join(port.name for port in model.inputs)}")
    specs = [_spec(port, shapes.get(port.name)) for port in model.inputs]
    path = export(model, *specs, path=options.output, threads=options.threads,
                  targets=[t for t in options.target.split(",") if t])
    return f"{path}: {', '.join(f'{p.name} {s}' for p, s in zip(model.inputs, specs))}"


def _shape(text: str) -> tuple[str, tuple[int, ...]]:
    name, separator, extents = text.rpartition("=")
    try:
        if not separator:
            raise ValueError
        return name, tuple(int(e) for e in extents.split(",") if e)
    except ValueError:
        raise UsageError(f"--shape is {text!r}, but must be NAME=EXTENT,EXTENT") \
            from None


def _spec(port: Any, shape: tuple[int, ...] | None) -> spec:
    """The type of an input, whose open extents are `shape`'s; what neo has no type for
    is in a wider one."""
    from neo.onnx.element_types import carrier
    extents = port.shape if shape is None else shape
    if extents is None or not all(isinstance(e, int) for e in extents):
        raise UsageError(f"input '{port.name}' has open extents, {port}: say "
                         f"--shape {port.name}=...")
    return spec(extents, carrier(port.dtype))


if __name__ == "__main__":
    sys.exit(main())
