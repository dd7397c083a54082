# libdevice.py - whether NVIDIA's functions of numbers are there
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""exp and tanh of kernels are functions of libdevice, a part of the CUDA toolkit. Tests
that need them are skipped where it is not installed; products need none."""

import pytest

pytest.importorskip("neo._core")
import neo  # noqa: E402

REASON = "NVIDIA's libdevice is not installed"


def has_functions() -> bool:
    """Is libdevice there, whose exp and tanh kernels are linked with?"""
    try:
        neo.ptx(neo.expr("Y[i] = exp(X[i])").ir(neo.spec((4,), "float32")))
    except neo.Error as missing:
        if "libdevice" not in str(missing):
            raise
        return False
    return True


needs_functions = pytest.mark.skipif(not has_functions(), reason=REASON)
