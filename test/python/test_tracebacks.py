# test_tracebacks.py - errors show the user's lines
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Neo's own frames are hidden, but for the one that raises, unless asked for."""

import traceback
from pathlib import Path

import numpy as np
import pytest

import neo

X = np.ones((2, 3), np.float32)


def model(x):
    y = neo.exp(x)
    return y @ np.ones((5, 5), np.float32)


def lines(function):
    with pytest.raises(neo.Error) as caught:
        function()
    return [frame.filename for frame in
            traceback.extract_tb(caught.value.__traceback__)]


CALLS = {
    "jit": lambda: neo.jit(model)(X),
    "a call": lambda: neo.expr("C[i,j] += A[i,k] * B[k,j]")(X, X),
    "a text": lambda: neo.expr("C[i,j] += A[i,k] *"),
    "an array": lambda: neo.softmax(X, axis=5),
}


def test_frames_of_pythons_own_errors():
    def rounded(x):
        return round(neo.exp(x))

    with pytest.raises(TypeError) as caught:
        neo.jit(rounded)(X)
    names = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["__call__", "rounded"]


@pytest.mark.parametrize("name", CALLS)
def test_frames_are_those_of_the_user(name):
    package = str(Path(neo.__file__).parent)
    own = [f for f in lines(CALLS[name]) if f.startswith(package)]
    assert len(own) <= 2


def test_the_users_functions_stay():
    assert lines(CALLS["jit"])[-1] == __file__


def test_all_frames_are_to_be_had(monkeypatch):
    monkeypatch.setenv("NEO_TRACEBACK", "full")
    assert len(lines(CALLS["jit"])) > 6
