# test_torch_arguments.py - tensors of PyTorch as arguments of Neo's functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What DLPack does not say of a tensor: its sign, and a type that NumPy has not."""

import ml_dtypes
import numpy as np
import pytest

import neo

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers
TWICE = neo.jit(lambda a: a * 2)


def test_halves_of_eight_bits():
    x = torch.arange(12, dtype=torch.bfloat16).reshape(3, 4)
    for tensor in (x, x.T, x[:, ::2], torch.nn.Parameter(x, requires_grad=False)):
        found = TWICE(tensor)
        assert found.dtype == ml_dtypes.bfloat16
        np.testing.assert_array_equal(found.astype(np.float32),
                                      tensor.float().numpy() * 2)


def test_what_is_marked_as_negative():
    x = torch.arange(4.0)
    np.testing.assert_array_equal(TWICE(torch._neg_view(x)), [0, -2, -4, -6])
    imaginary = torch.complex(x, x).conj().imag
    assert imaginary.is_neg()
    np.testing.assert_array_equal(neo.exp(imaginary), neo.exp(-x.numpy()))
