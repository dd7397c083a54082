# test_benchmark_peers.py - every formulation of every peer of the benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each on the small operators, against the reference in float64."""

import importlib
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from cases import CASES, MODES, inputs  # noqa: E402
from measure import reference_of  # noqa: E402
from peers import OTHERS  # noqa: E402

pytestmark = pytest.mark.peers

SMALL = {repr(case.small()): case for case in reversed(CASES.values())}
# torch.compile has the forms of PyTorch, and takes minutes.
PEERS = {peer.side: peer for peer in OTHERS if peer.side != "compiled"}


@pytest.fixture(params=PEERS.values(), ids=lambda peer: peer.key, scope="module")
def peer(request):
    pytest.importorskip(request.param.module, reason=f"'{request.param.module}' is "
                        "not installed: see scripts/requirements-benchmarks.txt")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return request.param


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", SMALL.values(), ids=lambda case: case.name)
def test_formulations(peer, case, mode):
    if not peer.takes(mode, case):
        pytest.skip(f"{peer.title} takes no part in this")
    side = importlib.import_module(f"sides.{peer.side}_side")
    if not getattr(side, "runs_here", lambda: True)():
        pytest.skip(f"{peer.title} is written for AVX-512")
    operator = case.small()
    small = replace(case, build=lambda: operator, parameters={})
    expected = reference_of(operator, mode)
    for form in side.formulations(small, mode, inputs(operator)):
        form.run()
        for found, wanted in zip(form.check(), expected, strict=True):
            assert found.shape == wanted.shape, form.name
            np.testing.assert_allclose(found, wanted, rtol=0, err_msg=form.name,
                                       atol=1e-4 * np.abs(wanted).max())
