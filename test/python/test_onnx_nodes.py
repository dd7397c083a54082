# test_onnx_nodes.py - ONNX's own node tests
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A case of every operator; all of them, in worker processes, beside the peers."""

import warnings
from collections import Counter

import numpy as np
import pytest

pytest.importorskip("onnx", reason="pip install onnx, from scripts/requirements.txt")
pytest.importorskip("neo._core")

import onnx_nodes

# What is refused, and in which word of the reason.
REFUSED = {"NonMaxSuppression": "data", "NonZero": "data", "Unique": "data",
           "ImageDecoder": "image", "BitCast": "bits", "OptionalHasElement": "optional",
           "OptionalGetElement": "optional", "TreeEnsemble": "set"}


def one_of_each() -> list:
    """The first case of each operator, alone in its graph where there is such."""
    found = {}
    cases = onnx_nodes.node_cases()
    for case in sorted(cases.values(), key=lambda c: (len(c.model.graph.node), c.name)):
        for node in case.model.graph.node:
            found.setdefault((node.domain, node.op_type), case)
    return sorted({c.name: c for c in found.values()}.items())


@pytest.mark.parametrize("case", [pytest.param(c, id=n) for n, c in one_of_each()])
def test_node(case):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcome, why = onnx_nodes.run_case(case)
    operator = case.model.graph.node[0].op_type
    if outcome == "refused":
        assert REFUSED.get(operator, "older than 6") in why
    else:
        assert (outcome, why) == ("passed", "")


@pytest.mark.parametrize("name", [
    "test_ai_onnx_ml_tree_ensemble_set_membership",
    "test_unique_not_sorted_without_axis",
    "test_optional_has_element_empty_no_input_tensor_input"])
def test_what_was_refused_once(name):
    case, = (c for n, c in onnx_nodes.node_cases().items()
             if n == name)
    assert onnx_nodes.run_case(case) == ("passed", "")


@pytest.mark.peers
def test_all_nodes():
    found = list(onnx_nodes.run_all(onnx_nodes.node_cases(), 2))
    counts = Counter(outcome for _, outcome, _ in found)
    wrong = [(n, why) for n, outcome, why in found
             if outcome not in ("passed", "rounded", "refused")]
    assert wrong == []
    assert counts["passed"] >= 0.88 * len(found) and len(found) > 1500
