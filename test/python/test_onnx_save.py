# test_onnx_save.py - functions of neo saved as models of ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx_saved import check, operators

import neo

RNG = np.random.default_rng(1)


def floats(*shape):
    return RNG.normal(size=shape).astype(np.float32)


def some_bytes(*shape):
    return RNG.integers(-128, 128, shape).astype(np.int8)


def written(text, **extents):
    return lambda *arrays: neo.expr(text, **extents)(*arrays)


WHOLE = np.arange(-6, 6).reshape(3, 4)

FUNCTIONS = {
    "activations": (lambda x: (neo.sigmoid(x), neo.silu(x), neo.softplus(x), neo.gelu(x),
                               neo.elu(x), neo.leaky_relu(x), neo.relu(x)), floats(4, 5)),
    "functions": (lambda x: (neo.expm1(x), neo.log1p(abs(x)), neo.rsqrt(abs(x)),
                             neo.floor(x), neo.ceil(x), neo.sign(x), neo.sin(x),
                             abs(x) ** 1.5), floats(4, 5)),
    "angles": (lambda x: (neo.tan(x), neo.sinh(x), neo.cosh(x), neo.round(x * 4),
                          neo.trunc(x * 4), neo.log2(abs(x)), neo.log10(abs(x)),
                          neo.exp2(x)), floats(4, 5)),
    "flags": (lambda x: (neo.isnan(x), neo.isfinite(x), (x > 0) & (x < 1), ~(x > 0),
                         neo.logical_xor(x > 0, x < 1), neo.where(x > 0, x, -1.0)), floats(4, 5)),
    "integers": (lambda i: (i // 3, i % 3, -i, abs(i), neo.maximum(i, 2), i * i,
                            neo.sum(i, 0), neo.max(i, 1), neo.any(i > 3, 0),
                            neo.all(i > 3, 0), neo.count_nonzero(i)), WHOLE),
    "i32": (lambda i: (i // 3, neo.sum(i, 0), i.astype("f4"), i.astype("int8"), i @ i.T),
            WHOLE.astype("i4")),
    "rearranged": (lambda x: (
        neo.pad(x, ((1, 2), (0, 1))), neo.roll(x, 2, 1), neo.flip(x, 0),
        neo.repeat(x, 2, 1), neo.tile(x, (2, 1)), neo.stack([x, x + 1], 1),
        neo.swapaxes(x, 0, 1), neo.tril(x), neo.triu(x, 1), x[::-1, 1:4:2],
        x[..., None], x[1], x[-1, 2], neo.broadcast_to(x[:, :1], (4, 6))), floats(4, 6)),
    "moments": (lambda x: (neo.mean(x, 0), neo.var(x, 1), neo.std(x), neo.norm(x),
                           neo.prod(x, 1), neo.min(x), neo.argmin(x, 1), neo.argmax(x),
                           neo.logsumexp(x, 1), neo.log_softmax(x, 1)), floats(4, 5)),
    "made": (lambda x: (x + neo.arange(5), neo.eye(4).astype("f4") @ x, neo.zeros((2, 3)),
                        neo.one_hot(neo.argmax(x, 1), 5), neo.full((2,), 3)),
             floats(4, 5)),
    "gathers": (lambda x, i: (x[i], neo.take_along_axis(x, i[:, None], 1), x.T[:, i],
                              x[:, None, :][i]), floats(3, 4), np.array([2, 0, 1])),
    "random": (lambda x: x + neo.random.uniform(neo.random.key(3), (3,)), np.zeros(3, "f4")),
    "empty": (lambda x: (x[:0], neo.sum(x[:0], 0), x[:, :0].reshape(0)), floats(3, 4)),
    "scalars": (lambda x: (x * 2, neo.exp(x)), np.float32(1.5)),
    "f64": (lambda x: neo.tanh(x @ x.T), RNG.normal(size=(4, 5))),
    "i8": (lambda x, y: x.astype("i4") @ y.astype("i4"),
           RNG.integers(-9, 9, (4, 5)).astype("i1"),
           RNG.integers(-9, 9, (5, 3)).astype("i1")),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    check(*FUNCTIONS[name])


def test_halves():
    check(lambda x: neo.softmax(x @ x.T, 1), floats(4, 5).astype("f2"), tolerance=2e-3)


# What an operator is follows from the structure of its expression.
STRUCTURES = {
    "product": (written("C[i,j] += A[i,k] * B[k,j]"), ["MatMul"],
                floats(3, 4), floats(4, 5)),
    "vector and matrix": (written("C[j] += A[k] * B[k,j]"),
                          ["Reshape", "MatMul", "Reshape"], floats(4), floats(4, 5)),
    "matrix and vector": (written("C[i] += A[i,k] * B[k]"),
                          ["Reshape", "MatMul", "Reshape"], floats(3, 4), floats(4)),
    "product of a function": (written("C[i,j] += A[i,k] * tanh(B[k,j])"),
                              ["Tanh", "MatMul"], floats(3, 4), floats(4, 5)),
    "three factors": (written("Y[i,j] += A[i,k] * B[k,l] * C[l,j]"), ["Einsum"],
                      floats(3, 4), floats(4, 5), floats(5, 2)),
    "convolution": (written("""Y[n,k,p,q] += (X[n,c,2*p+r-1,2*q+s-1] if
                            0 <= 2*p+r-1 < 9 and 0 <= 2*q+s-1 < 9 else 0)
                            * W[k,c,r,s]""".replace("\n", " "), p=5, q=5), ["Conv"],
                    floats(2, 3, 9, 9), floats(4, 3, 3, 3)),
    "of each channel": (written("Y[n,c,p] += X[n,c,p+2*r] * W[c,r]", p=5),
                        ["Reshape", "Conv"], floats(2, 3, 9), floats(3, 3)),
    "in groups": (written("Y[n,g,k,p] += X[n,3*g+c,p+r] * W[g,k,c,r]", p=7),
                  ["Reshape", "Conv", "Reshape"], floats(2, 6, 9), floats(2, 4, 3, 3)),
    "channels last": (written("Y[n,p,k] += X[n,p+r,c] * W[r,c,k]", p=7),
                      ["Transpose", "Transpose", "Conv", "Transpose"],
                      floats(2, 9, 3), floats(3, 3, 4)),
    "of one tap": (written("Y[n,k,p,q] += X[n,c,p,q] * W[k,c]"),
                   ["Reshape", "MatMul", "Reshape"], floats(2, 3, 4, 5), floats(4, 3)),
    "of each channel, in one batch": (
        written("Y[n,g,p] += X[n,g,p+r] * W[g,c,r]", p=7),
        ["Conv"], floats(1, 5, 9), floats(5, 1, 3)),
    "windows of one tap": (written("Y[n,k,p] += X[n,c,2*p+r] * W[k,c,r]", p=4),
                           ["Slice", "Conv"], floats(2, 3, 9), floats(4, 3, 1)),
    "bytes": (written("Y[n,k,p] += int32(X[n,c,p+r-1] if 0 <= p+r-1 < 9 else 0) * "
                      "int32(W[k,c,r])", p=9), ["ConvInteger"], some_bytes(2, 3, 9),
              some_bytes(4, 3, 3)),
    "matrices of bytes": (written("Y[b,i,j] += int32(A[b,i,k]) * int32(B[k,j])"),
                          ["Reshape", "MatMulInteger", "Reshape"], some_bytes(2, 3, 4),
                          some_bytes(4, 5)),
    "largest of windows": (written("Y[n,c,p] max= X[n,c,2*p+r] if 2*p+r < 9 else -inf",
                                   p=5, r=3), ["MaxPool"], floats(2, 3, 9)),
    "sum of windows": (written("Y[n,c,p] += X[n,c,2*p+r]", p=3, r=3),
                       ["Slice", "AveragePool", "Mul"], floats(2, 3, 9)),
    "diagonal": (written("Y[i] = A[i,i]"), ["Reshape", "Slice"], floats(4, 4)),
    "digits": (lambda x: x.reshape(2, 3, 2, 2, 4, 4).transpose(0, 1, 4, 2, 5, 3).reshape(
        2, 3, 8, 8), ["Reshape", "Transpose", "Reshape"], floats(2, 12, 4, 4)),
    "shifted": (written("Y[i] = A[i - 2] if i >= 2 else 0", i=6), ["Pad", "Slice"],
                floats(8)),
    "triangle": (written("Y[i] += A[i,j] if i >= j else 0"), ["Where", "ReduceSum"],
                 floats(4, 4)),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_structures(name):
    function, wanted, *arrays = STRUCTURES[name]
    assert operators(check(function, *arrays)) == wanted


def test_attention():
    def attention(q, k, v):
        scores = neo.einsum("bihd,bjhd->bhij", q, k) / 2
        seen = neo.tril(neo.ones((6, 6), "f4")) > 0
        weights = neo.softmax(neo.where(seen, scores, -1e9), -1)
        return neo.einsum("bhij,bjhd->bihd", weights, v)

    found = operators(check(attention, *(floats(2, 6, 3, 4) for _ in range(3))))
    assert found.count("MatMul") == 2 and "Einsum" not in found


def test_a_training_step():
    w, b = floats(6, 4), np.zeros(4, "f4")

    def step(w, b, x, y):
        def loss(w, b):
            return neo.mean((neo.relu(x @ w + b) - y) ** 2)
        value, (dw, db) = neo.value_and_grad(loss, argnums=(0, 1))(w, b)
        return value, w - 0.1 * dw, b - 0.1 * db

    check(step, w, b, floats(5, 6), floats(5, 4))


def test_the_gradient_of_a_gather_adds_at_places():
    model = check(lambda w, i: neo.grad(lambda w: neo.sum(w[i] ** 2))(w),
                  floats(9, 4), np.array([1, 3, 1]))
    assert "ScatterND" in operators(model)


W = floats(4, 4)


def cell(h, x):
    h = neo.tanh(h @ W + x)
    return h, h


def test_gradients_of_values_that_count_loops():
    for text in ("Y[k] = X[k//2] * k", "Y[k] = X[k//2] * (k%2)",
                 "Y[k] = X[k%4] * where(k < 4, 1.0, 2.0)"):
        scaled = neo.expr(text, k=8)
        check(neo.grad(lambda x, f=scaled: neo.sum(f(x) ** 2)), floats(4))


def test_a_scan_is_one_loop():
    model = check(lambda x: neo.scan(cell, neo.zeros((4,), "f4"), x), floats(5, 4))
    assert [n.op_type for n in model.graph.node] == ["Scan"]
    assert "MatMul" in operators(model)


def test_a_scan_of_no_steps():
    def total(h, xs):
        return neo.scan(lambda h, x: (h + x, h * 2), h, xs)

    model = check(total, floats(3), floats(0, 3))
    assert "Scan" not in operators(model)
    check(neo.grad(lambda h, xs: neo.sum(total(h, xs)[0] ** 2), (0, 1)),
          floats(3), floats(0, 3))


def test_scans_backwards_and_without_tensors():
    both = ("runtime", "neo")  # The evaluator of onnx knows no reverse order.
    check(lambda x: neo.scan(cell, x[0], x, reverse=True), floats(5, 4), runtimes=both)
    check(lambda x: neo.scan(lambda h, _: (h * 2, h), x, length=3), floats(4))
    check(lambda x: neo.grad(lambda x: neo.sum(neo.scan(cell, x[0], x)[1]))(x),
          floats(5, 4), runtimes=both)


def test_a_loaded_model_is_saved(tmp_path):
    first = check(lambda x: neo.tanh(x @ W), floats(3, 4))
    loaded = neo.onnx.load(first)
    model = neo.onnx.save(loaded, neo.spec((3, 4), "f32"), tmp_path / "second.onnx")
    assert [i.name for i in model.graph.input] == ["x"]
    assert operators(model) == ["MatMul", "Tanh"]
    assert [i.name for i in model.graph.initializer] == ["W"]


@pytest.mark.parametrize("kind", (np.int8, np.uint8, np.uint16, np.uint32, np.uint64))
def test_a_loaded_model_keeps_its_element_types(kind, tmp_path):
    import onnx
    from onnx import helper
    number = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    port = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("Cast", ["x"], ["y"], to=number)], "g",
                              [port("x", onnx.TensorProto.INT64, (3,))],
                              [port("y", number, (3,))])
    loaded = neo.onnx.load(helper.make_model(graph))
    saved = neo.onnx.save(loaded, neo.spec((3,), "i64"), tmp_path / "saved.onnx")
    assert saved.graph.output[0].type.tensor_type.elem_type == number
    x = np.array([-1, 3, 2**62])
    again, = neo.onnx.load(saved)(x)
    assert again.dtype == kind
    np.testing.assert_array_equal(again, x.astype(kind))
