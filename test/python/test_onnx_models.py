# test_onnx_models.py - models of others, equal to ONNX Runtime
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The models of benchmarks/zoo: those that the package onnx ships, and those that
scikit-learn, PyTorch's exporter and ONNX Runtime's quantiser make. How fast each is
beside ONNX Runtime is said by benchmarks/onnx_models.py."""

import sys
import warnings
from pathlib import Path

import pytest

pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("onnxruntime", reason="pip install onnxruntime")
pytest.importorskip("neo._core")

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from onnx_models import difference, session  # noqa: E402
from zoo import models  # noqa: E402

import neo  # noqa: E402

pytestmark = pytest.mark.peers


@pytest.mark.parametrize("name", models())
def test_equal_to_onnx_runtime(name):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model, inputs = models()[name]()
    except ImportError as reason:
        pytest.skip(f"not installed: {reason}")
    data = model.SerializeToString()
    wanted = session(data, 1).run(None, inputs)
    assert all(array.size and array.std() > 0 for array in wanted)
    assert difference(neo.onnx.load(data)(**inputs), wanted) < 1e-4
