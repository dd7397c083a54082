# test_destinations.py - places that no file can be written to
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Errors name the path that was given, never a temporary file beside it."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import neo

X = neo.spec((3,), "f32")
PROC = Path("/proc")  # A folder in which nobody makes files.
WRITERS = {
    "export": lambda path: neo.export(neo.tanh, X, path=path),
    "save_tree": lambda path: neo.save_tree(path, [np.ones(2)]),
    "explain": lambda path: neo.explain(neo.jit(neo.tanh), X, html=path),
}


def saved_for_onnx(path: Path) -> None:
    pytest.importorskip("onnx", reason="pip install onnx")
    from neo.onnx import save
    save(neo.jit(neo.tanh), X, path=path)


WRITERS["onnx"] = saved_for_onnx


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_folder_that_is_not_there(tmp_path: Path, write: Callable):
    with pytest.raises(FileNotFoundError, match="there is no folder .*none for x: make"):
        write(tmp_path / "none" / "x")


@pytest.mark.skipif(not PROC.is_dir(), reason="this system has no folder /proc")
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_folder_that_takes_no_files(write: Callable):
    with pytest.raises(OSError, match="^/proc/x cannot be written .*: name a file in a"
                       ) as caught:
        write(PROC / "x")
    assert caught.value.errno and ".neo-" not in str(caught.value)


@pytest.mark.parametrize("path", ["", 3])
def test_a_module_has_a_path(path):
    with pytest.raises(neo.UsageError, match="path names a folder to write"):
        neo.export(neo.tanh, X, path=path)


def test_a_page_is_no_folder(tmp_path: Path):
    with pytest.raises(IsADirectoryError, match="cannot be written"):
        neo.explain(neo.jit(neo.tanh), X, html=tmp_path)
    assert os.listdir(tmp_path) == []


def test_a_page_of_what_does_not_fit_into_memory(tmp_path: Path):
    f = neo.jit(lambda x: neo.sum(x))
    with pytest.raises(neo.Error, match=r"no memory to run it: an argument f64\[7036874"
                       "4177664. takes 562949953421312 bytes; explain it without html"):
        neo.explain(f, neo.spec((2**46,)), html=tmp_path / "x.html")
