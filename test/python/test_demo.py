# test_demo.py - what the demo leaves on the disk
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "capsule_network.py"


@pytest.fixture
def demo():
    pytest.importorskip("safetensors", reason="scripts/demo.sh installs it")
    pytest.importorskip("tqdm", reason="scripts/demo.sh installs it")
    description = importlib.util.spec_from_file_location("demo", EXAMPLE)
    module = importlib.util.module_from_spec(description)
    description.loader.exec_module(module)
    return module


@pytest.mark.parametrize("mask, mode", [(0o022, 0o644), (0o077, 0o600)])
def test_weights_are_an_ordinary_file(demo, tmp_path, mask, mode):
    from safetensors.numpy import load_file
    path = tmp_path / "weights.safetensors"
    before = os.umask(mask)
    try:
        for value in (1.0, 2.0):
            demo.save({"a": np.full(3, value)}, path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == mode
    assert os.listdir(tmp_path) == [path.name]
    np.testing.assert_array_equal(load_file(path)["a"], np.full(3, 2.0))
