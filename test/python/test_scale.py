# test_scale.py - deriving costs what the program's text costs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `benchmarks/derive.py` measures, without a clock: gradients are derived from
index expressions, not from elements, so their size does not depend on extents, and
memory stays small for whole networks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import neo
from neo import _core

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from derive import OPERATORS, gradient_ir  # noqa: E402
from networks import bert, resnet  # noqa: E402

TOOL = Path(os.environ.get("NEO_BIN", ROOT / "build" / "bin")) / "neo-opt"
DERIVE = "builtin.module(neo-autodiff{{{}}})"
FORMS = ["", "residue-pieces", "partial-sums", "residue-pieces partial-sums"]


def gradient(name: str, factor: int, form: str) -> str:
    text, shapes, extents = OPERATORS[name](factor)
    specs = [neo.spec(shape, "float32") for shape in shapes]
    ir = neo.expr(text, **extents).vjp_ir(*specs)
    return _core.canonical(ir, DERIVE.format(form))


def shape_free(text: str) -> str:
    """`text` with N for every number above 3: extents and what follows from them.
    The expressions of `OPERATORS` have smaller constants."""
    def shown(match: re.Match) -> str:
        return match[0] if int(match[0]) < 4 else "N"
    return re.sub(r"\d+(?=x)|\b\d+\b", shown, text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", OPERATORS)
def test_a_gradient_is_the_same_at_every_size(name: str, form: str) -> None:
    """With partial sums and with residue classes a cost decides between forms, which
    is another one for a few terms than for many."""
    small, large, largest = (gradient(name, factor, form)
                             for factor in (1, 100, 10_000))
    assert small.count("neo.compute") >= 2
    assert len({small, large, largest}) == 3
    assert shape_free(large) == shape_free(largest)
    if "partial-sums" not in form and "residue" not in form:
        assert shape_free(large) == shape_free(small)


def peak_memory(command: list) -> int:
    """KiB that a command takes at most. A process counts what it was forked from, so
    a small one starts it: this one may be large."""
    small = ("import resource, subprocess, sys\n"
             "subprocess.run(sys.argv[1:], check=True)\n"
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    done = subprocess.run([sys.executable, "-c", small, *map(str, command)],
                          capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.parametrize("network", [resnet, bert])
def test_a_network_is_derived_in_little_memory(network, tmp_path: Path) -> None:
    """And network and gradient are a few times as long as the network: one operator
    again to keep its result, one for each of two operands, and what puts together
    residue classes and uses of one tensor."""
    text = gradient_ir(network)
    source, result = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(text)
    options = "--neo-autodiff=residue-pieces partial-sums"
    assert peak_memory([TOOL, options, source, "-o", result]) < 2**20, "KiB, 1 GiB"
    before, after = (t.count("neo.compute") for t in (text, result.read_text()))
    assert 2 * before < after < 5 * before
    subprocess.run([TOOL, result, "-o", os.devnull], check=True)
