# devices.py - where a compiled function runs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The GPU as a place where `neo.jit` runs a function.

    step = neo.jit(train_step, device="cuda")
    params, loss = step(params, x, y)

The same function, gradients and fusion; kernels are PTX instead of machine code of
the CPU. Where all arrays come from host memory, results go back to it: a step's inputs
are copied to the device, its launches run as one CUDA graph, its results are copied
back. What lies on the device stays there (neo.device_arrays). Without a driver the first
call raises an Error that says what is missing.
"""

from __future__ import annotations

from typing import Any

from neo.arrays import intake, prepared
from neo.device_arrays import on_device
from neo.errors import Error, UsageError, describe, kind_of
from neo.native import core

DEVICES = ("cpu", "cuda")


def check_device(options: Any) -> None:
    """Raises UsageError where a device, or what is asked of it, is unknown."""
    if options.device not in DEVICES:
        raise UsageError(describe(
            f"device is {options.device!r}, but must be one of: "
            + ", ".join(map(repr, DEVICES))))
    if options.device != "cuda":
        if options.allow_tf32:
            raise UsageError(describe(
                "allow_tf32= is about the tensor cores of a GPU: write it with "
                "device=\"cuda\""))
        return
    for name in ("threads", "schedules"):
        if getattr(options, name):
            raise UsageError(describe(
                f"{name}= says how a function runs on the CPU: leave it out with "
                "device=\"cuda\""))


def compile_for_gpu(text: str) -> Any:
    """The compiled @main of `text` for the first GPU."""
    try:
        return core().DeviceProgram(text, "main")
    except Error as refusal:
        raise Error(describe(str(refusal))) from None


def taken(value: Any, what: str, number_type: str, device: str) -> Any:
    """An argument that `what` names, as a program for `device` takes it.

    Raises DtypeError.
    """
    found = on_device(value, what) if device == "cuda" else None
    return prepared(intake(value, what, number_type)) if found is None else found


def ptx(text: str, chip: str = "sm_80", function: str = "main") -> str:
    """The kernels of `function` of an IR text as PTX, for a GPU that need not be there.

    `chip` is its name for ptxas; Neo knows "sm_80" and "sm_90". Raises Error,
    UsageError.

        print(neo.ptx(neo.jit(f).ir(x)))
    """
    for given, what, example in ((text, "the IR", "neo.jit(f).ir(x)"),
                                 (chip, "the chip", '"sm_90"'),
                                 (function, "the function", '"main"')):
        if not isinstance(given, str):
            raise UsageError(describe(f"{what} is a text such as {example}, not "
                                      f"{kind_of(given)}"))
    return core().ptx(text, function, chip)
