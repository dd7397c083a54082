# test_torch_programs.py - random programs of PyTorch by backend="neo"
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Forty functions of a few lines, drawn from fixed seeds (test/torch/programs.py):
outputs with their strides, gradients and changed inputs equal those of eager mode. More:
test/torch/programs.py --programs 1000 --seed N."""

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")
pytest.importorskip(
    "expecttest", reason="expecttest is not installed: run scripts/setup.sh --peers")

sys.path.append(str(Path(__file__).resolve().parents[1] / "torch"))

from programs import Writer, outcome  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.mark.parametrize("group", range(4))
def test_programs_equal_eager_mode(group):
    kinds = []
    with torch._dynamo.config.patch(suppress_errors=False):
        for seed in range(700_000 + 10 * group, 700_010 + 10 * group):
            kind, text = outcome(seed)
            assert kind != "wrong", f"--one {seed}: {text}"
            kinds.append(kind)
    assert kinds.count("equal") >= 5


def test_drawn_again_a_program_is_the_same():
    torch.manual_seed(5)
    first = str(Writer(5).write())
    torch.manual_seed(5)
    assert str(Writer(5).write()) == first
