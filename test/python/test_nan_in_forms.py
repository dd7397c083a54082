# test_nan_in_forms.py - NaN and infinities where exponentials are rewritten
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions of an exponential take another form; what is multiplied by 0 stays, and so
does NaN where the exponentials cancel."""

import neo
import numpy as np
import pytest

X, Z = np.ones(3), np.array([np.nan, np.inf, 2.0])

# As the interpreter: 0 times what is not finite is NaN.
ZEROS = ["sigmoid(X[i]) + 0*Z[i]", "sigmoid(X[i]) * (1 + 0*Z[i])", "tanh(X[i]) + 0*Z[i]",
         "X[i]*tanh(log(1+exp(X[i]))) + 0*Z[i]", "exp(X[i]) / (exp(X[i]) + 0*exp(Z[i]))"]


@pytest.mark.parametrize("text", ZEROS)
def test_zero_times_another_value_stays(text):
    op = neo.expr(f"Y[i] = {text}")
    np.testing.assert_allclose(op(X, Z), neo.interpret(op.ir(X, Z), X, Z)[0], rtol=1e-14)


# A limit at infinity, NaN of NaN.
CANCELLED = ["exp(Z[i]) * exp(-Z[i])", "exp(Z[i]) / exp(Z[i])",
             "sigmoid(Z[i]) + sigmoid(-Z[i])"]


@pytest.mark.parametrize("text", CANCELLED)
def test_nan_stays_where_exponentials_cancel(text):
    np.testing.assert_array_equal(neo.expr(f"Y[i] = {text}")(Z), [np.nan, 1, 1])


def test_nan_stays_in_a_factor_of_another_value():
    product = neo.expr("Y[i] = X[i] * exp(Z[i]) * exp(-Z[i])")
    np.testing.assert_array_equal(product(X, Z), [np.nan, 1, 1])


@pytest.mark.parametrize("text", [
    "sigmoid(P[i]) + 0/(exp(P[i])-1)", "tanh(P[i]) + 0*(1/(exp(P[i])-1))"])
def test_zero_times_a_pole_stays(text):
    assert np.isnan(neo.expr(f"Y[i] = {text}")(np.zeros(3))).all()
