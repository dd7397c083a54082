# test_saving.py - trees of arrays in a file
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is saved is loaded again: containers, element types, numbers."""

import os

import ml_dtypes
import numpy as np
import pytest

import neo

STATE = {"layers": [{"w": np.arange(6, dtype=np.float32).reshape(2, 3)},
                    {"w": np.ones(3, ml_dtypes.bfloat16)}],
         "step": 7, "rate": 0.5, "done": False, "none": None,
         "pair": (np.array(3), np.array([True, False])), "empty": {}}


def test_what_is_saved_is_loaded(tmp_path):
    path = tmp_path / "state.safetensors"
    neo.save_tree(path, STATE)
    found = neo.load_tree(path)
    leaves, structure = neo.tree.flatten(found)
    wanted, expected = neo.tree.flatten(STATE)
    assert structure == expected
    for a, b in zip(leaves, wanted):
        assert type(a) is type(b)
        assert getattr(a, "dtype", None) == getattr(b, "dtype", None)
        np.testing.assert_array_equal(a, b)


def test_one_array_alone(tmp_path):
    neo.save_tree(tmp_path / "x", np.ones(3))
    np.testing.assert_array_equal(neo.load_tree(tmp_path / "x"), np.ones(3))


def test_others_read_it_by_path(tmp_path):
    from safetensors.numpy import load_file, save_file
    neo.save_tree(tmp_path / "x", STATE)
    assert "layers.0.w" in load_file(tmp_path / "x")
    save_file({"w": np.ones(2)}, tmp_path / "y")
    assert neo.load_tree(tmp_path / "y").keys() == {"w"}


def test_what_is_there_stays_where_saving_fails(tmp_path):
    path = tmp_path / "x"
    neo.save_tree(path, {"w": np.ones(2)})
    with pytest.raises(neo.DtypeError):
        neo.save_tree(path, {"w": "no array"})
    assert neo.load_tree(path)["w"].shape == (2,)
    assert os.listdir(tmp_path) == ["x"]


def test_wrong_files_and_keys_are_named(tmp_path):
    (tmp_path / "x").write_bytes(b"\x00" * 40)
    with pytest.raises(neo.Error, match="is no file of tensors"):
        neo.load_tree(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        neo.load_tree(tmp_path / "missing")
    with pytest.raises(neo.UsageError, match="keys are strings"):
        neo.save_tree(tmp_path / "y", {3: np.ones(2)})


@pytest.mark.parametrize("save, said", [
    (lambda path: neo.save_tree(path, {"a": "name"}), "'a' is a str: a file has arrays"),
    (lambda path: neo.save_tree({"a": 1}, path), "write neo.save_tree(path, values)"),
    (lambda path: neo.save_tree(path, {1: 2.0}), "so write str(1)"),
    (lambda path: neo.jit(lambda x: neo.save_tree(path, [x]))(np.ones(3)),
     "'0' is a traced tensor, which has no values: return it")])
def test_what_cannot_be_saved_says_what_to_do(tmp_path, save, said):
    with pytest.raises(neo.Error) as caught:
        save(tmp_path / "state")
    assert said in str(caught.value) and list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError, match="is a folder: name a file in it"):
        neo.save_tree(tmp_path, [1.0])
    with pytest.raises(IsADirectoryError, match="is a folder: name a file in it"):
        neo.load_tree(tmp_path)


def test_short_integers_are_kept(tmp_path):
    pictures = {str(np.dtype(kind)): np.arange(4, dtype=kind) for kind in (
        np.uint8, np.int8, np.int16, np.uint16, np.uint32, np.uint64)}
    neo.save_tree(tmp_path / "pictures", pictures)
    for name, found in neo.load_tree(tmp_path / "pictures").items():
        assert found.dtype == name
        np.testing.assert_array_equal(found, pictures[name])


@pytest.mark.parametrize("key", ["__metadata__", "\\__metadata__", "a.b", "", "\\"])
def test_any_string_is_a_key(tmp_path, key):
    neo.save_tree(tmp_path / "x", {key: np.ones(1)})
    assert list(neo.load_tree(tmp_path / "x")) == [key]


def test_types_that_numpy_has_not_are_named(tmp_path):
    head = b'{"w": {"dtype": "F8_E4M3", "shape": [2], "data_offsets": [0, 2]}}'
    (tmp_path / "x").write_bytes(len(head).to_bytes(8, "little") + head + b"\0\0")
    with pytest.raises(neo.DtypeError, match="'w' in .* is F8_E4M3, which no type of "
                       "NumPy is: write it as F32"):
        neo.load_tree(tmp_path / "x")


def test_who_may_read_a_file(tmp_path):
    path = tmp_path / "a.tree"
    before = os.umask(0o022)
    try:
        neo.save_tree(path, {"w": np.ones(2)})
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o640)
    link = tmp_path / "latest"
    link.symlink_to(path)
    neo.save_tree(link, {"w": np.zeros(2)})
    assert path.stat().st_mode & 0o777 == 0o640 and link.is_symlink()
    np.testing.assert_array_equal(neo.load_tree(path)["w"], np.zeros(2))
