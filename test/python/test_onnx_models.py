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


def made(name):
    """The model and its inputs, or a skip."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return models()[name]()
    except ImportError as reason:
        pytest.skip(f"not installed: {reason}")


@pytest.mark.parametrize("name", models())
def test_equal_to_onnx_runtime(name):
    model, inputs = made(name)
    data = model.SerializeToString()
    wanted = session(data, 1).run(None, inputs)
    assert all(array.size and array.std() > 0 for array in wanted)
    assert difference(neo.onnx.load(data)(**inputs), wanted) < 1e-4


# Those whose weights are no hundreds of megabytes.
SMALL = [n for n in models() if not n.startswith(("light vgg", "light bvlc", "light zf"))]


@pytest.mark.parametrize("name", SMALL)
def test_equal_when_it_is_saved_again(name, tmp_path):
    model, inputs = made(name)
    wanted = session(model.SerializeToString(), 1).run(None, inputs)
    loaded = neo.onnx.load(model)
    specs = tuple(neo.spec(inputs[p.name].shape, p.dtype) for p in loaded.inputs)
    saved = neo.onnx.save(loaded, specs, tmp_path / "again.onnx")
    assert [i.name for i in saved.graph.input] == [p.name for p in loaded.inputs]
    found = session(saved.SerializeToString(), 1).run(None, inputs)
    assert difference(found, wanted) < 1e-4
