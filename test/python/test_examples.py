# test_examples.py - the programs of examples/ learn
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each is run for a part of its steps, and its loss and accuracy are looked at."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import neo

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    """The program examples/NAME.py as a module."""
    found = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.extended
def test_attention_sorts_what_it_has_not_seen():
    attention = example("attention")
    params, losses, _ = attention.train(150)
    assert losses[-1] < 0.1 * losses[0]
    digits = np.random.default_rng(1).integers(0, 10, (50, attention.LENGTH))
    found = neo.jit(attention.network)(params, digits).argmax(-1)
    assert (found == np.sort(digits)).mean() > 0.95


@pytest.mark.extended
def test_language_model_expects_letters_that_come():
    model = example("language_model")
    # Of the pages of docs/, which change: few steps say little.
    w, losses, accuracies = model.train(120)
    assert losses[-1] < 0.75 * losses[0] and accuracies[-1] > 0.2
    first, again = (model.written(w, neo.random.key(3), 40) for _ in range(2))
    assert first.shape == (40, 1) and len(set(first[:, 0])) > 5
    np.testing.assert_array_equal(first, again)


@pytest.mark.extended
def test_digits_are_read_by_weights_from_a_file(tmp_path):
    pytest.importorskip("sklearn", reason="scripts/setup.sh installs it")
    digits = example("digits_cnn")
    digits.main(2, tmp_path / "digits.safetensors")
    saved = neo.load_tree(tmp_path / "digits.safetensors")
    _, x, _, y = digits.load_pictures()
    assert digits.accuracy(saved["params"], saved["statistics"], x, y) > 0.85
    assert all(np.all(s["mean"] != 0) for s in saved["statistics"])


@pytest.mark.extended
@pytest.mark.parametrize("name", ["attention", "language_model"])
def test_a_program_that_has_not_learned_says_so(name):
    with pytest.raises(SystemExit, match="training failed"):
        example(name).main(1)


@pytest.mark.parametrize("name", ["attention", "language_model", "digits_cnn"])
def test_programs_are_short(name):
    assert 60 <= len((EXAMPLES / f"{name}.py").read_text().splitlines()) <= 100
