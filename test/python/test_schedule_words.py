# test_schedule_words.py - schedules in few words
# Part of Neo. SPDX-License-Identifier: Apache-2.0
from neo.schedule_words import in_words, rows_in_words


def said(text: str) -> str:
    return in_words(text, ["x", "w"].__getitem__)


def test_a_tile_counts_elements_and_not_vectors() -> None:
    assert said("vector [j: 16] tile [i: 4, j: 3] order [i, j] parallel 1") == \
        "tiles 4 i x 48 j, vectors 16 j, threads i"


def test_blocks_and_packed_operands_are_named() -> None:
    assert said("vector [j: 8] tile [i: 2] order [i] parallel 1 block [k: 64] "
                "pack [1]") == ("tiles 2 i x 8 j, vectors 8 j, threads i, "
                                "k in blocks of 64, packs w")


def test_lanes_of_two_loops() -> None:
    assert said("vector [k: 2, q: 8] tile [] order [c] parallel 1").startswith(
        "vectors 2 k x 8 q")


def test_scalars_in_one_thread() -> None:
    assert said("vector [] tile [] order [] parallel 0") == \
        "no vectors, one thread"


def test_rows_that_are_in_work_together() -> None:
    assert rows_in_words("rows 2 vectors 3 stages 2 prefetch l2", ["i"]) == \
        "rows 2 i, 3 vectors of each, threads i"
