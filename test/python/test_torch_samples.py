# test_torch_samples.py - operators of PyTorch with PyTorch's own samples
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Some entries of OpInfo of each kind, the first sample of each, by backend="neo":
outputs, gradients and changed inputs equal those of eager mode (test/torch/samples.py).
All entries: test/torch/opinfo.py."""

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")
pytest.importorskip(
    "expecttest", reason="expecttest is not installed: run scripts/setup.sh --peers")

sys.path.append(str(Path(__file__).resolve().parents[1] / "torch"))

from samples import ENTRIES, name_of, tried  # noqa: E402

pytestmark = pytest.mark.peers

# In one graph and without PyTorch.
WHOLE = """
    abs add clamp copysign div.floor_rounding fmod logaddexp masked_fill round.decimals_3
    sigmoid special.entr where xlogy
    amax cumsum logsumexp max.reduction_with_dim norm.fro prod std_mean var nansum
    addmm bmm dot linalg.multi_dot matmul __rmatmul__
    nn.functional.avg_pool3d nn.functional.conv2d nn.functional.conv_transpose1d
    nn.functional.max_pool2d nn.functional.unfold nn.functional.interpolate.linear
    _native_batch_norm_legit nn.functional.group_norm nn.functional.layer_norm
    nn.functional.cross_entropy nn.functional.kl_div nn.functional.nll_loss
    nn.functional.gelu nn.functional.embedding softmax.with_dtype log_softmax
    as_strided cat diagonal_scatter flip roll select_scatter
    slice_scatter stack tril unfold repeat_interleave nn.functional.pad.circular
    gather index_add index_select scatter_add take_along_dim zero_ masked.softmax
    cdist nn.functional.adaptive_max_pool2d nn.functional.embedding_bag
    nn.functional.grid_sample scatter_reduce.amax scatter_reduce.mean
""".split()

# In part by PyTorch, or in several graphs.
PARTLY = ["sort", "as_strided_scatter", "fft.rfft", "linalg.eigh",
          "nn.functional.dropout", "masked_select"]


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    monkeypatch.setenv("NEO_COMPILE_BUDGET", "0")
    with torch._dynamo.config.patch(suppress_errors=False):
        yield


def found(name):
    entry, = (e for e in ENTRIES if name_of(e) == name)
    result = tried(entry, 1)
    assert result["samples"] == 1
    assert (result["state"], result["why"]) == ("equal", "")
    return result


@pytest.mark.parametrize("name", WHOLE)
def test_operators_in_one_graph(name):
    result = found(name)
    assert result["fallbacks"] == [] and result["graphs"] == 1


@pytest.mark.parametrize("name", PARTLY)
def test_operators_with_parts_elsewhere(name):
    result = found(name)
    assert result["fallbacks"] or result["graphs"] > 1
