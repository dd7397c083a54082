# test_array_keywords.py - NumPy's keywords, in neo.jit and outside
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions and methods with the keywords that NumPy has for them: each case is a
function of a module, numpy or neo, and of an array."""

import numpy as np
import pytest

import neo

rng = np.random.default_rng(5)
X = rng.standard_normal((4, 6)).astype(np.float32)
CUBE = rng.standard_normal((2, 3, 4)).astype(np.float32)
WHOLE = rng.integers(-4, 5, (3, 4))
MASK = rng.random((4, 6)) > 0.4

REDUCTIONS = {
    **{f"{name} {axis} {keep}": (
        lambda m, x, name=name, axis=axis, keep=keep:
        getattr(m, name)(x, axis=axis, keepdims=keep), CUBE)
       for name in ("sum", "mean", "max", "min", "prod", "var", "std", "any", "all",
                    "amax", "amin")
       for axis in (None, 1, -1, (0, 2)) for keep in (False, True)},
    **{f"method {name} {axis}": (
        lambda m, x, name=name, axis=axis:
        getattr(x, name)(axis=axis, keepdims=True), CUBE)
       for name in ("sum", "mean", "max", "min", "prod", "var", "std", "argmax")
       for axis in (0, -1)},
    **{f"{name} of the terms that hold": (
        lambda m, x, name=name: getattr(m, name)(x, axis=1, where=MASK), X)
       for name in ("sum", "prod", "mean", "var", "std", "any", "all")},
    **{f"{name} of terms and one more": (
        lambda m, x, name=name: getattr(m, name)(
            x, axis=0, where=MASK, initial=0.5, keepdims=True), X)
       for name in ("sum", "prod", "max", "min", "amax", "amin")},
    **{f"{name} in float64": (
        lambda m, x, name=name: getattr(m, name)(x, axis=0, dtype=np.float64), X)
       for name in ("sum", "prod", "mean", "var", "std", "cumsum")},
    "max of integers and one more": (lambda m, x: m.max(x, 0, initial=2), WHOLE),
    "min of integers that hold": (
        lambda m, x: m.min(x, axis=1, where=x < 3, initial=9), WHOLE),
    "var ddof": (lambda m, x: m.var(x, axis=1, ddof=1), X),
    "std ddof": (lambda m, x: m.std(x, ddof=2, keepdims=True), X),
    "var correction": (lambda m, x: m.var(x, 0, correction=1), X),
    "var ddof where": (lambda m, x: m.var(x, axis=1, ddof=1, where=MASK), X),
    "method var": (lambda m, x: x.var(axis=0, ddof=1), X),
    "argmax": (lambda m, x: m.argmax(x, axis=1, keepdims=True), CUBE),
    "argmin of all": (lambda m, x: m.argmin(x), CUBE),
    "count_nonzero": (lambda m, x: m.count_nonzero(x, axis=1), WHOLE),
    "mean of integers": (lambda m, x: m.mean(x, axis=0), WHOLE),
    "sum of truths": (lambda m, x: m.sum(x > 0, axis=0), X),
}

SHAPES = {
    "expand_dims several": (lambda m, x: m.expand_dims(x, (0, -1)), X),
    "expand_dims": (lambda m, x: m.expand_dims(x, axis=-1), X),
    "squeeze several": (lambda m, x: m.squeeze(x[None, :, None], axis=(0, 2)), X),
    "moveaxis several": (lambda m, x: m.moveaxis(x, (0, 1), (-1, 0)), CUBE),
    "moveaxis back": (lambda m, x: m.moveaxis(x, [2, 0], [0, 1]), CUBE),
    "reshape order": (lambda m, x: m.reshape(x, (6, 4), order="C"), X),
    "ravel order": (lambda m, x: x.ravel(order="C") + x.flatten("C"), X),
    "broadcast_to": (lambda m, x: m.broadcast_to(x[0, 0], 3), X),
    "flip several": (lambda m, x: m.flip(x, axis=(0, 2)), CUBE),
    "concatenate of all": (lambda m, x: m.concatenate([x, x], axis=None), X),
    "concatenate lists": (lambda m, x: m.concatenate([[1.0], [2.0, 3.0]]), X),
    "concatenate rows": (lambda m, x: m.concatenate(x, axis=0), CUBE),
    "concatenate a list beside": (
        lambda m, x: m.concatenate([x[0], [1, 2]]).astype(np.float32), X),
    "stack lists": (lambda m, x: m.stack([[1.0, 2.0], [3.0, 4.0]], axis=1), X),
    "stack rows": (lambda m, x: m.stack(x, axis=-1), CUBE),
    "stack numbers": (lambda m, x: m.stack((x[0, 0], x[1, 1])), X),
    "split by keyword": (
        lambda m, x: m.split(x, indices_or_sections=2, axis=-1)[1], X),
    "split at an array": (lambda m, x: m.split(x, np.array([1, 3]), axis=1)[1], X),
    "pad": (lambda m, x: m.pad(x, 1, constant_values=3), X),
    "pad one pair": (lambda m, x: m.pad(x, ((1, 2),)), X),
    **{f"pad {mode}": (lambda m, x, mode=mode: m.pad(
        x, ((2, 0), (1, 3)), mode=mode), X)
       for mode in ("constant", "edge", "reflect", "symmetric", "wrap")},
    "clip by keyword": (lambda m, x: m.clip(x, a_min=-0.5, a_max=None), X),
    "clip by names": (lambda m, x: m.clip(x, min=-0.5, max=0.5), X),
    "method clip": (lambda m, x: x.clip(-0.5, 0.5), X),
    "eye": (lambda m, x: m.eye(N=3, M=4, k=-1), X),
    "full": (lambda m, x: m.full((2, 6), fill_value=x[0]), X),
    "full_like": (lambda m, x: m.full_like(x, fill_value=2), X),
    "full_like another": (lambda m, x: m.full_like(x, 2, dtype=np.int32), X),
    "linspace": (lambda m, x: m.linspace(0, 1, num=7), X),
    **{f"linspace without its end, {num}": (
        lambda m, x, num=num: m.linspace(-1, 2, num, endpoint=False), X)
       for num in (0, 1, 7)},
    "linspace of one": (lambda m, x: m.linspace(2, 5, 1), X),
    "take of a list": (lambda m, x: m.take(x, [0, -1], axis=1), X),
    "take of one": (lambda m, x: m.take(x, 2, axis=0), X),
    "method take": (lambda m, x: x.take([-1, 3]), X),
    "einsum ellipsis": (lambda m, x: m.einsum("...ij->...ji", x), CUBE),
    "einsum broadcast": (
        lambda m, x: m.einsum("...ij,...kj", x[0], x, optimize=True), CUBE),
    "einsum of one": (lambda m, x: m.einsum("i...->...", x), CUBE),
    "einsum of a diagonal": (lambda m, x: m.einsum("ii->i", x[:, :4]), X),
    "tensordot": (lambda m, x: m.tensordot(x, m.transpose(x, (1, 2, 0))), CUBE),
    "tensordot of one": (lambda m, x: m.tensordot(x, x[0], axes=1), CUBE[:, :, :3]),
    "tensordot of none": (lambda m, x: m.tensordot(x[0], x[1], axes=0), X),
    "tensordot of axes": (lambda m, x: m.tensordot(x, x, (1, -2)), CUBE),
    "asarray": (lambda m, x: m.asarray([[1, 2], [3, 4]], dtype=np.float32), X),
    "asarray of tensors": (lambda m, x: m.asarray([x[0, 0], x[1, 1]]), X),
    "asarray of an array": (lambda m, x: m.asarray(x), X),
    "cumsum of all": (lambda m, x: m.cumsum(x), WHOLE),
    "swapaxes": (lambda m, x: m.swapaxes(x, axis1=0, axis2=1), X),
    "integers of numpy": (lambda m, x: m.roll(m.sum(x, np.int64(1)), np.int32(2)), X),
}

INDICES = {
    "a list": lambda x: x[[0, 2]],
    "a list of columns": lambda x: x[:, [5, 0, -1]],
    "nested lists": lambda x: x[[[0, 1], [-1, 2]]],
    "an empty list": lambda x: x[[]],
    "from the end": lambda x: x[np.array([-1, 0])],
    "from the end of columns": lambda x: x[..., np.array([-1, -6])],
    "pairs": lambda x: x[[0, -1], [2, -3]],
    "pairs in tuples": lambda x: x[(0, -1), (2, -3)],
    "bytes": lambda x: x[np.array([3, 0], np.uint8)],
    "a mask of rows": lambda x: x[np.array([True, False, True, True])],
    "a list of truths": lambda x: x[[True, False, False, True]],
    "a mask of columns": lambda x: x[:, np.arange(6) % 2 == 0],
    "a mask": lambda x: x[MASK],
    "a mask of nothing": lambda x: x[np.zeros((4, 6), bool)],
    "a mask beside integers": lambda x: x[np.array([True, False, True, False]), [1, 2]],
    "numpy.ix_": lambda x: x[np.ix_([0, -1], [1, 3])],
    "None and a list": lambda x: x[None, [1, -2], 0],
}

CASES = {**REDUCTIONS, **SHAPES}


@pytest.mark.parametrize("name", CASES)
def test_as_numpy(name):
    function, x = CASES[name]
    wanted = function(np, x)
    outside = [] if "method" in name else [function(neo, x)]
    dtype = np.float32 if name.startswith(("eye", "linspace")) else wanted.dtype
    for found in (neo.jit(lambda x: function(neo, x))(x), *outside):
        assert found.dtype == dtype and found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("name", INDICES)
def test_constant_indices(name):
    wanted = INDICES[name](X)
    np.testing.assert_array_equal(neo.jit(INDICES[name])(X), wanted, strict=True)


def test_gradients_of_constant_indices():
    def f(x):
        return neo.sum(x[MASK] ** 2) + neo.sum(x[[-1, 0, -1]] * 3)
    wanted = 2 * X * MASK
    wanted[0] += 3
    wanted[-1] += 6
    np.testing.assert_allclose(neo.grad(f)(X), wanted, rtol=1e-6)


@pytest.mark.parametrize("mode", ["edge", "reflect", "symmetric", "wrap"])
def test_gradients_of_pads(mode):
    def f(x):
        y = neo.pad(x, ((2, 1), (3, 0)), mode)
        return neo.sum(y * neo.arange(y.size).reshape(y.shape))
    weights = np.arange(63.0).reshape(7, 9)
    wanted = np.zeros(24)
    places = np.pad(np.arange(24).reshape(4, 6), ((2, 1), (3, 0)), mode)
    np.add.at(wanted, places.ravel(), weights.ravel())
    np.testing.assert_allclose(neo.grad(f)(X), wanted.reshape(4, 6), rtol=1e-6)


@pytest.mark.parametrize("call, message", [
    (lambda x: x[np.array([4])], "index 4 does not exist in a dimension of size 4"),
    (lambda x: x[:, [-7]], "index -7 does not exist in a dimension of size 6"),
    (lambda x: x[[1.0]], "a list among the indices holds integers"),
    (lambda x: x[np.ones(3, bool)], "mask with extent 3 chooses from dimension 0 of"),
    (lambda x: x[np.ones((4, 6, 1), bool)], "is read with 3 indices"),
    (lambda x: x[x > 0], "how many elements it holds for is not known"),
    (lambda x: neo.take(x, [6], 1), "index 6 does not exist"),
    (lambda x: neo.take(x, [0.5], 1), "an index is an integer, not float64"),
    (lambda x: neo.sum(x, where=x), "where=f32.* holds no truth values"),
    (lambda x: neo.sum(x, 0, np.float64), "name other arguments, as in dtype="),
    (lambda x: neo.mean(x, 0, np.float64), "name other arguments, as in dtype="),
    (lambda x: x.var(0, np.float64), "name other arguments, as in dtype="),
    (lambda x: neo.zeros(3, 2), r"several dimensions are one argument, \(3, 2\)"),
    (lambda x: neo.sum(x, axs=1), "neo.sum has no argument 'axs'"),
    (lambda x: neo.var(x, ddof=1, correction=1), "are one argument"),
    (lambda x: neo.pad(x, 1, mode="mean"), "no mode 'mean': there are 'constant'"),
    (lambda x: neo.pad(x, 5, mode="reflect"), "3 elements or fewer beside a dim"),
    (lambda x: neo.pad(x, 1, constant_values=(1, 2)), "puts one number around"),
    (lambda x: neo.einsum("...ij->ij", x[None]), "'...' is missing from the result"),
    (lambda x: neo.einsum("ij->ik", x), "'k' of the result"),
    (lambda x: neo.einsum("ijk->i", x), "names 3 dimensions, but the operand has"),
    (lambda x: neo.reshape(x, (6, 4), order="F"), "order is 'F'"),
    (lambda x: neo.expand_dims(x, (0, 0)), "an axis stands twice"),
    (lambda x: neo.concatenate([]), "a list of one or more"),
    (lambda x: neo.clip(x, min=0, a_min=1), "both 'min' and 'a_min'"),
    (lambda x: neo.tensordot(x, x, 1), "must be equal"),
    (lambda x: neo.tensordot(x, x, ([0, 1], [0])), "2 axes of the first and 1"),
    (lambda x: neo.linspace(0, x[0, 0], 3), "takes numbers"),
])
def test_what_is_not_meant(call, message):
    with pytest.raises(neo.Error, match=message):
        neo.jit(call)(X)


def test_counts_over_a_batch_of_any_size():
    @neo.jit(batch="x")
    def spread(x):
        return neo.std(x, axis=0, ddof=1), neo.mean(x, where=x > 0)
    for items in (2, 7, 30):
        x = rng.standard_normal((items, 3))
        std, mean = spread(x)
        np.testing.assert_allclose(std, x.std(0, ddof=1))
        np.testing.assert_allclose(mean, x[x > 0].mean())


def test_variances_of_too_few():
    assert np.isnan(neo.var(np.ones(1), ddof=1))
    assert neo.var(np.array([1.0, 2.0]), ddof=2) == np.inf
