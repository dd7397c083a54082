# test_tracebacks.py - errors show the user's lines
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Neo's own frames are hidden, but for the one that raises, unless asked for."""

import pickle
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


def leaked():
    found = []
    neo.jit(lambda x: found.append(x) or x)(X)
    return found[0]


class Squared:
    @neo.jit
    def apply(self, x):
        return x @ x


LEAKED = leaked()
CALLS = {
    "jit": lambda: neo.jit(model)(X),
    "a call": lambda: neo.expr("C[i,j] += A[i,k] * B[k,j]")(X, X),
    "a text": lambda: neo.expr("C[i,j] += A[i,k] *"),
    "an array": lambda: neo.softmax(X, axis=5),
    "a shape": lambda: neo.reshape(X, (5, 5)),
    "pieces": lambda: neo.split(X, 7),
    "a type": lambda: neo.zeros(3, "quaternion"),
    "a spec": lambda: neo.spec(((2,),)),
    "a gradient": lambda: neo.grad(lambda x: x)(X),
    "a pullback": lambda: neo.vjp(lambda x: x, X)[1](X[0]),
    "a scan": lambda: neo.scan(lambda h, x: h, X, X),
    "a key": lambda: neo.random.dropout(neo.random.key(0), X, 2.0),
    "a rate": lambda: neo.optim.AdamW(decay=2),
    "a state": lambda: neo.optim.Adam().update([X], [X], {}),
    "no parameters": lambda: neo.optim.SGD(0.1, 0.9).init(["x"]),
    "a method": lambda: Squared().apply(X),
    "the text of a method": lambda: Squared().apply.ir(X),
    "a tree": lambda: neo.tree.map(max, [X], (X,)),
    "a leaked sum": lambda: LEAKED + 1,
    "a leaked element": lambda: LEAKED[0],
    "a leaked method": lambda: LEAKED.clip(0, 1),
    "a leaked property": lambda: LEAKED.T,
    "a leaked type": lambda: LEAKED.astype(np.float64),
    "a leaked function": lambda: neo.logsumexp(LEAKED),
    "a leaked condition": lambda: bool(LEAKED),
    "a leaked array": lambda: np.exp(LEAKED),
    "a leaked operand": lambda: X @ LEAKED,
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
    assert len(own) <= 1


@pytest.mark.parametrize("name", [n for n in CALLS if n.startswith("a leaked")])
def test_leaked_tensors_say_so(name):
    with pytest.raises(neo.UsageError, match="outside the function .* return it"):
        CALLS[name]()


def test_frames_of_the_users_functions_and_of_numpy_stay():
    def halved(leaf):
        return leaf / {}["missing"]

    with pytest.raises(KeyError) as caught:
        neo.tree.map(halved, [X])
    names = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["call", "halved"]
    with pytest.raises(np.linalg.LinAlgError) as caught:
        neo.tree.map(np.linalg.inv, [np.zeros((2, 2))])
    files = [f.filename for f in traceback.extract_tb(caught.value.__traceback__)]
    assert "numpy" in files[-1]


def test_public_functions_are_what_pickles_find():
    for name in ("zeros", "relu", "jit", "save_tree"):
        assert pickle.loads(pickle.dumps(getattr(neo, name))) is getattr(neo, name)
    assert pickle.loads(pickle.dumps(neo.random.normal)) is neo.random.normal


def test_the_users_functions_stay():
    assert lines(CALLS["jit"])[-1] == __file__


def test_all_frames_are_to_be_had(monkeypatch):
    monkeypatch.setenv("NEO_TRACEBACK", "full")
    assert len(lines(CALLS["jit"])) > 6


@pytest.mark.parametrize("kind", ["numbers", "typo", "instance"])
def test_warnings_are_at_the_users_line(kind):
    class Shift:
        def __init__(self):
            self.offset = X

        @neo.jit
        def apply(self, x):
            return x + self.offset

    def again():
        shift = Shift()
        for _ in range(40):
            shift.offset = shift.offset + 1
            shift.apply(X)

    calls = {"numbers": lambda: neo.jit(lambda x: x + np.random.rand())(X),
             "typo": lambda: neo.expr("C[] += A[k] * B[kk]")(X[0], X[0]),
             "instance": again}
    with pytest.warns(UserWarning) as caught:
        calls[kind]()
    assert {w.filename for w in caught} == {__file__}


@pytest.mark.parametrize("source, kind", [(b"none", neo.Error), (3, neo.UsageError),
                                          ("nowhere.onnx", FileNotFoundError)])
def test_models_that_are_none_show_the_users_line(source, kind):
    pytest.importorskip("onnx", reason="onnx is not installed: run scripts/setup.sh")
    with pytest.raises(kind) as caught:
        neo.onnx.load(source)
    package = str(Path(neo.__file__).parent)
    own = [f for f in traceback.extract_tb(caught.value.__traceback__)
           if f.filename.startswith(package)]
    assert len(own) == 1
