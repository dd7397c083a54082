# test_trees.py - files that are nearly trees of arrays
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.load_tree` makes of damaged files, and whether trees come back as they were.

Hypothesis draws nested containers of arrays and numbers. Saved and loaded they are the
same; with some bytes changed they are another tree, or a mistake that neo.Error names.
"""

import neo
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SHAPES = st.lists(st.integers(0, 3), max_size=3).map(tuple)
ARRAYS = st.builds(lambda shape, dtype: np.arange(np.prod(shape, dtype=int))
                   .reshape(shape).astype(dtype), SHAPES,
                   st.sampled_from(["f4", "f8", "f2", "i8", "i4", "i1", "?"]))
LEAVES = ARRAYS | st.booleans() | st.integers(-2**63, 2**63 - 1) | \
    st.floats(allow_nan=False)
KEYS = st.text("a.\\ 0é\n\"", max_size=4)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) |
    st.lists(inner, max_size=3).map(tuple) |
    st.dictionaries(KEYS, inner, max_size=3), max_leaves=6)
RULES = settings(deadline=None, derandomize=True, database=None, max_examples=150,
                 suppress_health_check=list(HealthCheck))


def same(a, b):
    if isinstance(a, dict):
        return type(a) is type(b) and list(a) == list(b) and \
            all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and (a == b).all()
    return type(a) is type(b) and a == b


@RULES
@given(TREES)
def test_trees_come_back(tmp_path, values):
    neo.save_tree(tmp_path / "t", values)
    assert same(neo.load_tree(tmp_path / "t"), values)


@RULES
@given(TREES, st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)),
                       min_size=1, max_size=4), st.integers(0, 10**6))
def test_damaged_files_are_refused(tmp_path, values, changes, length):
    path = tmp_path / "t"
    neo.save_tree(path, values)
    data = bytearray(path.read_bytes())
    for place, byte in changes:
        data[place % min(len(data), 300)] = byte
    path.write_bytes(data[:length] if length % 3 == 0 else data)
    try:
        neo.load_tree(path)
    except neo.Error as refusal:
        assert "no file of tensors" in str(refusal)
