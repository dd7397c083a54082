# test_conventions.py - derivatives where there is none
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What gradients are at kinks, ties, poles and NaNs: the table of docs/Gradients.md.
Every row is PyTorch's, which is asked where it is installed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

import neo

INF, NAN = float("inf"), float("nan")


@dataclass
class Row:
    name: str
    text: str
    operands: list
    adjoints: list
    peer: str

    def arrays(self) -> list[np.ndarray]:
        return [np.array(x, dtype=np.float64) for x in self.operands]


ROWS = [
    Row("relu", "Y[i] = relu(X[i])", [[0.0, -0.0, NAN]], [[0, 0, 1]], "relu(x)"),
    Row("abs", "Y[i] = abs(X[i])", [[0.0, -0.0]], [[0, 0]], "abs(x)"),
    Row("max of a tie", "Y[i] = max(X[i], Z[i])", [[1, NAN], [1, 2]],
        [[0.5, 1], [0.5, 1]], "maximum(x, z)"),
    Row("min of a tie", "Y[i] = min(X[i], Z[i])", [[1, NAN], [1, 2]],
        [[0.5, 1], [0.5, 1]], "minimum(x, z)"),
    Row("max with a number", "Y[i] = max(X[i], 1)", [[1.0, 2.0, NAN]], [[0.5, 1, 1]],
        "maximum(x, torch.ones(3, dtype=torch.float64))"),
    Row("min with a number", "Y[i] = min(X[i], 1)", [[1.0, 2.0, NAN]], [[0.5, 0, 1]],
        "minimum(x, torch.ones(3, dtype=torch.float64))"),
    Row("max= of ties", "Y[i] max= X[i,j]", [[[1, 2, 2], [3, NAN, NAN]]],
        [[[0, 1, 0], [0, 1, 0]]], "max(x, 1).values"),
    Row("min= of ties", "Y[i] min= X[i,j]", [[[1, 1, 2]]], [[[1, 0, 0]]],
        "min(x, 1).values"),
    Row("*= with zeros", "Y[i] *= X[i,j]", [[[1, 0, 2], [0, 0, 3]]],
        [[[0, 2, 0], [0, 0, 0]]], "prod(x, 1)"),
    Row("sqrt", "Y[i] = sqrt(X[i])", [[0.0]], [[INF]], "sqrt(x)"),
    Row("rsqrt", "Y[i] = rsqrt(X[i])", [[0.0]], [[-INF]], "rsqrt(x)"),
    Row("log", "Y[i] = log(X[i])", [[0.0]], [[INF]], "log(x)"),
    Row("quotient", "Y[i] = X[i] / Z[i]", [[1, 0], [0, 0]],
        [[INF, INF], [-INF, NAN]], "div(x, z)"),
    Row("power", "Y[i] = pow(X[i], Z[i])", [[0, 0, 0, 0, -1], [-1, 0, 1, 2, 2]],
        [[-INF, 0, 1, 0, -2], [-INF, 0, 0, 0, NAN]], "pow(x, z)"),
    Row("where at its border", "Y[i] = where(X[i] > 0, X[i], 2 * X[i])",
        [[0.0, 1.0]], [[2, 1]], "where(x > 0, x, 2 * x)"),
    Row("where beside a pole", "Y[i] = where(X[i] > 0, sqrt(X[i]), 0 * X[i])",
        [[0.0]], [[NAN]], "where(x > 0, torch.sqrt(x), 0 * x)"),
]


@pytest.fixture(params=ROWS, ids=lambda row: row.name)
def row(request) -> Row:
    return request.param


def adjoints(row: Row) -> list[np.ndarray]:
    op = neo.expr(row.text)
    arrays = row.arrays()
    return op.vjp(arrays, np.ones_like(op(*arrays)))


def test_convention(row: Row) -> None:
    for found, expected in zip(adjoints(row), row.adjoints, strict=True):
        np.testing.assert_array_equal(found, np.array(expected, dtype=float))


@pytest.mark.parametrize("reduction, side", [(neo.amax, 2.0), (neo.amin, 1.0)])
def test_ties_of_amax_and_amin_share(reduction: Callable, side: float) -> None:
    def total(x):
        return neo.sum(reduction(x, axis=0))
    found = neo.grad(total)(np.array([side, side, 1.5]))
    np.testing.assert_array_equal(found, [0.5, 0.5, 0.0])


@pytest.mark.peers
def test_convention_is_pytorchs(row: Row) -> None:
    torch = pytest.importorskip(
        "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")
    tensors = [torch.from_numpy(a).requires_grad_() for a in row.arrays()]
    names = dict(zip("xz", tensors)) | {"torch": torch}
    result = eval("torch." + row.peer, names)
    for found, expected in zip(
            adjoints(row),
            torch.autograd.grad(result, tensors, torch.ones_like(result))):
        np.testing.assert_array_equal(found, expected.numpy())
