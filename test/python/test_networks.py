# test_networks.py - whole networks of benchmarks/networks
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Their IR is valid, and so is the whole backward graph derived from it."""

import sys
from pathlib import Path

import pytest

import neo
from neo import _core

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from networks import bert, resnet  # noqa: E402


@pytest.mark.extended
@pytest.mark.parametrize("network", [resnet, bert])
def test_a_gradient_of_every_parameter_is_derived(network) -> None:
    shapes = network.shapes()
    params = {name: neo.spec(shape, "float32") for name, shape in shapes.items()}
    data = [neo.spec(shape, "float32") for shape in network.data(1)]
    text = neo.jit(neo.value_and_grad(network.loss)).ir(params, *data)
    derived = _core.canonical(text, "builtin.module(neo-optimize)")
    results = derived.split("return")[-1].split(":")[1]
    assert results.count("tensor<") == 1 + len(shapes)
    assert "_vjp" not in derived


def test_sizes_of_resnet_50_and_bert_base() -> None:
    def count(network) -> int:
        sizes = 0
        for shape in network.shapes().values():
            size = 1
            for extent in shape:
                size *= extent
            sizes += size
        return sizes

    assert count(resnet) == 25_557_032
    assert count(bert) == 85_054_464
