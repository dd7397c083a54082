# test_onnx_bounds.py - small files of ONNX that ask for much
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Constants that grow, tables as long as the file says, functions that call functions:
refused by name before anything is allocated."""

import os
import tracemalloc

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx import helper
from test_onnx_hostile import looped, model, value

import neo


def allocated(data, word, *arguments):
    """The most bytes that NumPy and Python held until the model was refused."""
    tracemalloc.start()
    with pytest.raises((neo.onnx.ModelError, neo.onnx.UnsupportedError), match=word):
        neo.onnx.load(data)(*arguments)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def node_of(operator, constants, domain="", **attributes):
    """A model of one node, whose inputs are x, if it is not among them, and constants."""
    names = ["x"][:"x" not in constants] + list(constants)
    node = helper.make_node(operator, names, ["y"], domain=domain, **attributes)
    return model([node], [value("x", [2])][:"x" not in constants], [value("y", None)],
                 constants.items())


X2 = np.ones(2, np.float32)


def test_constants_that_double_are_no_constants():
    nodes = [helper.make_node("Concat", [f"a{n}"] * 2, [f"a{n + 1}"], axis=0)
             for n in range(60)]
    data = model([*nodes, helper.make_node("Shape", ["a60"], ["y"])], [value("x", [2])],
                 [value("y", None)], [("a0", np.ones(4, np.float32))])
    assert allocated(data, "more than 2\\*\\*42 bytes", X2) < 2e8


@pytest.mark.parametrize("data", [
    looped(2**45, "ci", counts=True),
    node_of("OneHot", {"x": np.zeros(1, np.int64), "d": np.array(10**9),
                       "v": np.ones(2, np.float32)}),
    node_of("Resize", {"x": np.ones((1, 1, 4), np.float32), "r": np.zeros(0, np.float32),
                       "s": np.zeros(0, np.float32), "n": np.array([1, 1, 3 * 10**8])},
            mode="linear"),
    node_of("RoiAlign", {"x": np.ones((1, 1, 4, 4), np.float32),
                         "r": np.ones((1, 4), np.float32), "b": np.zeros(1, np.int64)},
            sampling_ratio=2 * 10**8),
    model([helper.make_node("Expand", ["c", "s"], ["b"]),
           helper.make_node("NonZero", ["b"], ["y"])], [], [value("y", None)],
          [("c", np.ones(1, np.float32)), ("s", np.array([3 * 10**8]))]),
    model([helper.make_node("Gather", ["c", "i"], ["g"], axis=0),
           helper.make_node("NonZero", ["g"], ["y"])], [], [value("y", None)],
          [("c", np.ones((1, 40000), np.float32)), ("i", np.zeros(40000, np.int64))]),
], ids=["loop", "OneHot", "Resize", "RoiAlign", "NonZero", "Gather"])
def test_tables_have_a_limit(data):
    arguments = [X2][:len(data.graph.input)]
    assert allocated(data, "more than", *arguments) < 2e8


def test_functions_that_double():
    functions = [helper.make_function(
        "own", f"F{n}", ["a"], ["c"],
        [helper.make_node(f"F{n - 1}" if n else "Relu", [a], [b], domain="own" if n else "")
         for a, b in ("ab", "bc")],
        [helper.make_opsetid("", 18), helper.make_opsetid("own", 1)]) for n in range(31)]
    data = model([helper.make_node("F30", ["x"], ["y"], domain="own")], [value("x", [2])],
                 [value("y", [2])], functions=functions)
    with pytest.raises(neo.onnx.ModelError, match="expand to more than"):
        neo.onnx.load(data)(X2)


def test_a_model_is_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe", tmp_path):
        with pytest.raises(neo.onnx.ModelError, match="is no file"):
            neo.onnx.load(path)
