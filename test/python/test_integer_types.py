# test_integer_types.py - arrays of integer types that neo has not
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""uint8, as pictures come in, and its like are operands as the signed integers that
hold all of their values."""

import numpy as np
import pytest

import neo

SIGNED = {np.uint8: np.int32, np.int16: np.int32, np.uint16: np.int32,
          np.uint32: np.int64, np.uint64: np.int64}


def ends(dtype):
    known = np.iinfo(dtype)
    most = min(known.max, 2**63 - 1)
    return np.array([[known.min, 0, 1], [7, most // 2, most]], dtype)


@pytest.mark.parametrize("dtype", SIGNED)
def test_as_signed_integers(dtype):
    x, kind = ends(dtype), SIGNED[dtype]
    double = neo.expr("Y[i,j] = 2 * X[i,j]")
    small = x // 4
    for found in (neo.jit(lambda x: x * 2)(small), neo.jit(lambda: neo.asarray(small) * 2)(),
                  double(small), neo.jit(double)(small), neo.maximum(small * 2, small * 2)):
        np.testing.assert_array_equal(found, small.astype(kind) * 2, strict=True)
    np.testing.assert_array_equal(neo.jit(lambda x: x - 0)(x), x.astype(kind), strict=True)
    scaled = neo.jit(lambda x: x.astype(np.float32) / 255)(x)
    np.testing.assert_allclose(scaled, x.astype(np.float32) / 255, rtol=1e-6, strict=True)
    turned = x[:, ::-1].T
    np.testing.assert_array_equal(neo.jit(lambda x: x + 0)(turned.astype(turned.dtype
                                  .newbyteorder())), turned.astype(kind), strict=True)


def test_pictures_train_a_network_and_labels_index():
    draw = np.random.default_rng(0)
    images = draw.integers(0, 256, (8, 6), np.uint8)
    labels = draw.integers(0, 3, 8, np.uint8)

    @neo.jit(batch=("x", "y"))
    def slope(w, x, y):
        def loss(w):
            logits = neo.log_softmax((x / 255.0) @ w)
            return -neo.mean(neo.sum(neo.one_hot(y, 3) * logits, -1))
        return neo.grad(loss)(w)

    w = neo.random.glorot_uniform(neo.random.key(0), (6, 3))
    np.testing.assert_array_equal(
        slope(w, images, labels),
        slope(w, images.astype(np.int32), labels.astype(np.int32)))
    assert slope(w, images, labels).dtype == np.float32
    table = neo.jit(lambda t, y: t[y])(np.eye(3), labels)
    np.testing.assert_array_equal(table, np.eye(3)[labels])


def test_what_no_signed_integer_holds():
    for call in (neo.jit(lambda x: x * 2), neo.exp, neo.expr("Y[i] = X[i]")):
        with pytest.raises(neo.DtypeError, match="holds 18446744073709551615, which is too "
                           r"large for int64: bits are array.view\(numpy.int64\)"):
            call(np.array([2**64 - 1], np.uint64))


def test_results_have_types_of_neo():
    with pytest.raises(neo.DtypeError, match="uint8 is not supported: convert to one of"):
        neo.jit(lambda x: x.astype(np.uint8))(np.ones(3))
