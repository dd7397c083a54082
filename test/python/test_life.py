# test_life.py - integers chosen by conditions stay integers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Conway's game of life as a NumPy user writes it, and what `neo.where` returns."""

import numpy as np

import neo


@neo.jit(static="count")
def life(board, count):
    """The board after `count` generations, and how many live in each."""
    def generation(board, _):
        near = sum(neo.roll(neo.roll(board, down, 0), right, 1)
                   for down in (-1, 0, 1) for right in (-1, 0, 1)) - board
        board = neo.where((near == 3) | ((board == 1) & (near == 2)), 1, 0)
        return board, board.sum()

    return neo.scan(generation, board, length=count)


def test_a_glider_comes_back_around_a_torus():
    board = np.zeros((12, 12), int)
    board[[1, 2, 3, 3, 3], [2, 3, 1, 2, 3]] = 1
    found, alive = life(board, 48)
    np.testing.assert_array_equal(found, board)
    np.testing.assert_array_equal(alive, np.full(48, 5))


def test_where_of_two_integers_is_of_integers():
    x = np.array([0.5, -1.0], np.float32)
    assert neo.where(x > 0, 1, -1).dtype == np.int64
    mixed = neo.jit(lambda x: (neo.where(x > 0, 2, 0) * x, neo.where(x > 0, 2, 0.5) * x))
    for found in mixed(x):
        assert found.dtype == np.float32
