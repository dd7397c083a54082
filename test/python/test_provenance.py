# test_provenance.py - lines of the IR in the user's names
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from collections import namedtuple

import neo
from neo import tree
from neo.provenance import Operator, Provenance
from neo.sources import remembering

DENSE = neo.expr("Y[b,j] += X[b,i] * W[i,j]")
X, W = neo.spec((8, 4)), neo.spec((4, 3))


def operators(function, *arrays) -> list[Operator]:
    with remembering():
        return Provenance(neo.jit(function).ir(*arrays)).operators


def test_an_expression_reads_arguments_by_their_paths() -> None:
    found, = operators(lambda p, x: DENSE(x, p["w"]), {"w": W}, X)
    assert found.statement == "Y[b,j] += x[b, i] * p['w'][i, j]"
    assert found.operands == ("x", "p['w']")


def test_code_is_the_call_and_its_name_the_variable() -> None:
    def model(x, w):
        hidden = neo.tanh(DENSE(x, w))
        return hidden * 2
    product, bent, twice = operators(model, X, W)
    assert (product.code, product.name) == ("DENSE(x, w)", "")
    assert (bent.code, bent.name) == ("neo.tanh(DENSE(x, w))", "hidden")
    assert twice.phrase == "hidden * 2"
    assert twice.operands == ("hidden",)
    assert twice.place.startswith("test_provenance.py:")


def test_code_over_several_lines_is_put_together() -> None:
    def model(x):
        large = neo.exp(
            x)
        return large
    assert operators(model, X)[0].phrase == "large = neo.exp(x)"


def test_an_operand_that_is_a_sum_has_parentheses() -> None:
    found = operators(lambda x, w: DENSE(x + x, w), X, W)[-1]
    assert found.statement == "Y[b,j] += (x + x)[b, i] * w[i, j]"


def test_what_one_call_makes_on_the_way_has_no_name() -> None:
    inside = operators(lambda x: neo.gelu(x), X)[1:]
    assert inside and all("" in each.operands for each in inside)
    assert {each.phrase for each in inside} == {"neo.gelu(x)"}


def test_a_text_of_other_origin_speaks_for_itself() -> None:
    text = neo.canonical(DENSE.ir(X, W))
    found, = Provenance(text).operators
    assert found.statement.startswith("%0 = neo.compute [b: 8, j: 3]")
    assert found.operands == ("arg0", "arg1")


def test_nobody_asked_and_nothing_is_said() -> None:
    assert "//#" not in neo.jit(lambda x: x * 2).ir(X)


def test_paths_are_python() -> None:
    pair = namedtuple("pair", "left right")
    leaves = {"a": [1, pair(2, 3)], 0: None, "b": (4,)}
    assert tree.names(tree.flatten(leaves)[1], "p") == [
        "p['a'][0]", "p['a'][1].left", "p['a'][1].right", "p['b'][0]"]
