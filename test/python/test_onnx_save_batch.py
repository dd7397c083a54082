# test_onnx_save_batch.py - saved models for any number of items
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx_saved import by_neo, by_reference, by_runtime, compare, operators, specs_of

import neo

RNG = np.random.default_rng(5)


def floats(*shape):
    return RNG.normal(size=shape).astype(np.float32)


W, KERNEL, STATE, TABLE = floats(6, 4), floats(5, 3, 3, 3), floats(4, 4), floats(11, 4)


def images(x):
    y = neo.expr("Y[n,k,p,q] += (X[n,c,p+r-1,q+s-1] if 0 <= p+r-1 < 8 and "
                 "0 <= q+s-1 < 8 else 0) * W[k,c,r,s]", p=8, q=8)(x, KERNEL)
    return neo.mean(neo.relu(y), (2, 3))


def attention(x):
    heads = x.reshape(x.shape[0], 5, 2, 3)
    weights = neo.softmax(neo.einsum("bihd,bjhd->bhij", heads, heads), -1)
    return neo.einsum("bhij,bjhd->bihd", weights, heads).reshape(x.shape[0], -1)


def recurrent(x):
    def cell(h, a):
        h = neo.tanh(a @ W + h @ STATE)
        return h, h
    return neo.scan(cell, neo.zeros((x.shape[0], 4), "f4"), neo.swapaxes(x, 0, 1))


CASES = {
    "dense": (lambda x: neo.softmax(neo.relu(x @ W), 1), ("x",), floats(3, 6)),
    "images": (images, ("x",), floats(3, 3, 8, 8)),
    "attention": (attention, ("x",), floats(3, 5, 6)),
    "a loop over steps": (recurrent, ("x",), floats(3, 7, 6)),
    "embeddings": (lambda i: neo.sum(neo.asarray(TABLE)[i], 1), ("i",),
                   RNG.integers(0, 11, (3, 7))),
    "a place of each item": (lambda x, y: neo.take_along_axis(x, y[:, None], 1),
                             ("x", "y"), floats(3, 6), RNG.integers(0, 6, 3)),
    "a mean over items": (lambda x, y: neo.mean((x @ W - y) ** 2), ("x", "y"),
                          floats(3, 6), floats(3, 4)),
    "a gradient": (lambda x, y: neo.grad(lambda w: neo.mean((x @ w - y) ** 2))(W),
                   ("x", "y"), floats(3, 6), floats(3, 4)),
    "rows and columns": (lambda x: (x[:, ::2], neo.concatenate([x, x], 1), x.T,
                                    neo.argmax(x, 1), x.reshape(-1)), ("x",),
                         floats(3, 6)),
}


@pytest.mark.parametrize("name", CASES)
def test_any_number_of_items(tmp_path, name):
    function, batch, *arrays = CASES[name]
    path = str(tmp_path / "model.onnx")
    model = neo.onnx.save(neo.jit(function, batch=batch), specs_of(arrays), path)
    for items in (3, 1, 8):
        sized = [np.resize(a, (items, *a.shape[1:])) for a in arrays]
        wanted = [np.asarray(w) for w in neo.tree.leaves(neo.jit(function)(*sized))]
        feeds = {i.name: a for i, a in zip(model.graph.input, sized)}
        for run in (by_reference, by_runtime, by_neo):
            found = run(path, feeds)
            if found is not None:
                compare(found, wanted, 1e-5, run.__name__)


def test_the_extent_has_a_name(tmp_path):
    model = neo.onnx.save(neo.jit(lambda x: x.reshape(-1) * 2, batch="x"),
                          neo.spec((3, 6), "f32"), tmp_path / "model.onnx")
    extents = [[d.dim_param or d.dim_value for d in port.type.tensor_type.shape.dim]
               for port in (*model.graph.input, *model.graph.output)]
    assert extents == [["batch", 6], ["batch*6"]]
    assert operators(model) == ["Reshape", "Mul"]


def test_another_dimension_is_the_batch(tmp_path):
    model = neo.onnx.save(neo.jit(lambda x: x.T @ W, batch={"x": 1}),
                          neo.spec((6, 3), "f32"), tmp_path / "model.onnx")
    assert [d.dim_param for d in model.graph.input[0].type.tensor_type.shape.dim] == [
        "", "batch"]


def test_what_depends_on_the_number_is_refused(tmp_path):
    with pytest.raises(neo.onnx.UnsupportedError, match="another number of items"):
        neo.onnx.save(neo.jit(lambda x: x * x.shape[0], batch="x"),
                      neo.spec((3, 6), "f32"), tmp_path / "model.onnx")
