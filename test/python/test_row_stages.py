# test_row_stages.py - sweeps over different rows in one loop
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Norms whose sweeps are software-pipelined (RowStages.cpp), against NumPy in float64:
rows fewer than stages, in pairs and not, with columns that fill vectors and not."""

import neo
import numpy as np
import pytest

SOFTMAX = neo.expr("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i])"
                   "; Z[i] += E[i,j]; Y[i,j] = E[i,j] / Z[i]")
NORM = ("m[i] += X[i,j] / COLUMNS; v[i] += (X[i,j] - m[i]) ** 2 / COLUMNS"
        "; Y[i,j] = (X[i,j] - m[i]) * rsqrt(v[i] + 1e-5) * g[j] + h[j]")
SHAPES = [(rows, columns) for rows in (1, 2, 3, 4, 7, 66)
          for columns in (128, 144, 205)] + [(40, 1000), (6, 768)]


def norm_of(columns):
    return neo.expr(NORM.replace("COLUMNS", str(columns)))


def softmax(x, d):
    e = np.exp(x - x.max(1, keepdims=True))
    y = e / e.sum(1, keepdims=True)
    return y, y * (d - (d * y).sum(1, keepdims=True))


def layer_norm(x, g, h, d):
    m = x.mean(1, keepdims=True)
    r = 1 / np.sqrt(((x - m)**2).mean(1, keepdims=True) + 1e-5)
    n, dn = (x - m) * r, d * g
    dx = r * (dn - dn.mean(1, keepdims=True) - n * (dn * n).mean(1, keepdims=True))
    return n * g + h, dx, (d * n).sum(0), d.sum(0)


def draw(*shapes):
    rng = np.random.default_rng(sum(map(len, shapes)))
    return [rng.standard_normal(s).astype(np.float32) for s in shapes]


def agree(found, wanted):
    for f, w in zip(found, wanted):
        np.testing.assert_allclose(f, w, rtol=2e-4, atol=2e-5 * abs(w).max())


@pytest.mark.parametrize("shape", SHAPES)
def test_softmax(shape):
    x, d = draw(shape, shape)
    wanted = softmax(x.astype(float), d.astype(float))
    agree([SOFTMAX(x)], wanted)
    agree(neo.jit(lambda x, d: (SOFTMAX(x), *SOFTMAX.vjp((x,), d)))(x, d), wanted)


@pytest.mark.parametrize("shape", SHAPES)
def test_layer_norm(shape):
    x, d, g, h = draw(shape, shape, shape[1:], shape[1:])
    norm = norm_of(shape[1])
    wanted = layer_norm(*(a.astype(float) for a in (x, g, h, d)))
    found = neo.jit(lambda x, g, h, d: (norm(x, g, h), *norm.vjp((x, g, h), d)))
    agree(found(x, g, h, d), wanted)


def test_what_is_no_number_stays_in_its_row():
    x, _ = draw((9, 256), (1,))
    x[4, 17] = np.nan
    x[6, 3] = np.inf
    y = SOFTMAX(x)
    assert np.isnan(y[4]).all() and np.isnan(y[6]).any()
    assert np.isfinite(np.delete(y, [4, 6], 0)).all()


def test_bits_do_not_depend_on_the_threads():
    x, d, g, h = draw((501, 256), (501, 256), (256,), (256,))
    norm = norm_of(256)
    step = neo.jit(lambda x, g, h, d: (norm(x, g, h), *norm.vjp((x, g, h), d)))
    before = neo.get_threads()
    try:
        neo.set_threads(1)
        one = [r.copy() for r in step(x, g, h, d)]
        neo.set_threads(2)
        two = step(x, g, h, d)
    finally:
        neo.set_threads(before)
    assert all((a == b).all() for a, b in zip(one, two))


CHANNELS = ("m[c] += X[b,c,p] / COUNT; v[c] += (X[b,c,p] - m[c]) ** 2 / COUNT"
            "; Y[b,c,p] = (X[b,c,p] - m[c]) * rsqrt(v[c] + 1e-5) * g[c] + h[c]")


def batch_norm(x, g, h, d):
    """A layer norm whose rows are channels."""
    rows = [a.swapaxes(0, 1).reshape(len(g), -1) for a in (x, d)]
    y, dx, _, _ = layer_norm(rows[0], 1, 0, rows[1])
    dx, (g, h) = dx * g[:, None], (a[:, None] for a in (g, h))
    def picture(a):
        return a.reshape(x.shape[1], x.shape[0], -1).swapaxes(0, 1)
    return (picture(y * g + h), picture(dx), (rows[1] * y).sum(1), rows[1].sum(1))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("shape", [(1, 2, 128), (3, 7, 205), (2, 8, 144), (2, 1, 128),
                                   (16, 66, 2048)])
def test_rows_of_two_loops(shape):
    """The last one's results are streaming stores."""
    x, d, g, h = draw(shape, shape, shape[1:2], shape[1:2])
    norm = neo.expr(CHANNELS.replace("COUNT", str(shape[0] * shape[2])))
    wanted = batch_norm(*(a.astype(float) for a in (x, g, h, d)))
    agree([norm(x, g, h)], wanted)
    found = neo.jit(lambda x, g, h, d: (norm(x, g, h), *norm.vjp((x, g, h), d)))
    agree(found(x, g, h, d), wanted)
