# test_refusals.py - uses of a traced tensor that have no meaning
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

X = np.arange(6.0).reshape(2, 3)


def assign(x):
    x[0] = 1


def add_in_place(x):
    array = X.copy()
    array += x


USES = {
    "bool": (lambda x: 1 if x else 2, "choose with neo.where"),
    "float": (lambda x: float(x[0, 0]), "return it and convert that"),
    "int": (lambda x: int(x[0, 0]), "return it and convert that"),
    "a long loop": (lambda x: sum(neo.zeros(65)), "neo.scan"),
    "in": (lambda x: 1.0 in x, "reduce with neo.max"),
    "assignment": (assign, "neo.where or neo.compute"),
    "array": (lambda x: np.asarray(x), "return it from the function"),
    "ufunc": (lambda x: np.exp(x), "write neo.exp(...)"),
    "ufunc of another name": (lambda x: np.absolute(x), "write abs(tensor)"),
    "unknown ufunc": (lambda x: np.arctan(x), "write a neo.expr"),
    "reduction": (lambda x: np.add.reduce(x), "neo.sum"),
    "function": (lambda x: np.mean(x), "write neo.mean(...)"),
    "function of several": (lambda x: np.concatenate([x, x]), "a neo.expr"),
    "dot": (lambda x: np.dot(x, x), "write a @ b"),
    "in place": (add_in_place, "not a += tensor"),
    "index by floats": (lambda x: x[np.array([0.5, 1])], "an array of float64"),
    "index by a tensor": (lambda x: x[x > 0], "use neo.where"),
    "step of 0": (lambda x: x[::0], "slice(None, None, 0)"),
    "slice by a number": (lambda x: x[:1.5], "arrays of integers"),
    "index by a number": (lambda x: x[1.5], "not by a float"),
    "loop over one number": (lambda x: list(x[0, 0]), "is one element"),
    "len of a scalar": (lambda x: len(x[0, 0]), "no len()"),
}


@pytest.mark.parametrize("use, remedy", USES.values(), ids=USES)
def test_uses(use, remedy):
    with pytest.raises((neo.UsageError, neo.ShapeError)) as caught:
        neo.jit(lambda x: (use(x), x))(X)
    assert remedy in str(caught.value)
    assert "test_refusals.py" in str(caught.value)


@pytest.mark.parametrize("name, remedy", [
    ("softmax", "write neo.softmax(...)"), ("item", "return the tensor"),
    ("roll", "write neo.roll(...)"), ("mT", "write neo.swapaxes(tensor, -1, -2)"),
    ("sort", "return the tensor from the function, and ask the array"),
    ("view", "write tensor.reshape(shape), or tensor.astype(dtype)"),
    ("trace", "write neo.einsum('ii->', x)"), ("summ", "did you mean 'sum'?"),
    ("unsqueeze", "write neo.expand_dims(tensor, axis)")])
def test_methods_of_arrays(name, remedy):
    with pytest.raises(AttributeError) as caught:
        neo.jit(lambda x: getattr(x, name)())(X)
    assert f"no attribute '{name}': {remedy}" in str(caught.value)


def test_every_attribute_of_arrays_is_there_or_has_a_remedy():
    def missing(x):
        for name in (n for n in dir(np.ndarray) if not n.startswith("_")):
            try:
                getattr(x, name)
            except AttributeError as refusal:
                yield name, str(refusal)

    def f(x):
        said = dict(missing(x))
        assert 20 < len(said) < 60
        assert [n for n, text in said.items() if "neo.expr" in text] == []
        return x
    neo.jit(f)(X)


OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b, "**": lambda a, b: a ** b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "&": lambda a, b: (a > 1) & (b > 1), "|": lambda a, b: (a > 1) | (b > 1),
}


@pytest.mark.parametrize("f", OPERATORS.values(), ids=OPERATORS)
def test_operators_with_arrays_on_either_side(f):
    array = np.linspace(1, 2, 6).reshape(2, 3)
    other = X + 1
    left, right = neo.jit(lambda x: (f(array, x), f(x, array)))(other)
    np.testing.assert_allclose(left, f(array, other), rtol=1e-14)
    np.testing.assert_allclose(right, f(other, array), rtol=1e-14)
    scalar = np.float64(1.5)
    np.testing.assert_allclose(neo.jit(lambda x: f(scalar, x))(other),
                               f(scalar, other), rtol=1e-14)
