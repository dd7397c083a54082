# test_found.py - programs that the fuzzer found, and the fuzzer itself
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Smallest programs that were wrong once, and how the fuzzer makes them small."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import numpy as np  # noqa: E402
import pytest  # noqa: E402
from agree import agree  # noqa: E402
from choices import Choices, shrink  # noqa: E402
from indices import Tensor  # noqa: E402
from oracle import Expected  # noqa: E402
from program import Program, TooLarge, make_program  # noqa: E402
from report import as_test  # noqa: E402


def one_line(line, shape, result, **options):
    """A program of one expression over A and its one result."""
    values = dict(dtype="float32", data="any", mode="forward", target="host")
    values.update(options)
    return Program([f"R0 = {line}"], [Tensor("R0", result)],
                   [Tensor("A", shape)], [], **values)


def test_guard_that_divides_strided_lanes():
    agree(one_line('neo.expr("T[i] = A[2*i] if i % 5 < 3 else 1", i=17)(A)',
                   (33,), (17,)))


@pytest.mark.parametrize("mode", ["vjp", "jvp", "all"])
def test_guard_in_derivatives(mode):
    agree(one_line('neo.expr("T[i] += (A[3*i+j] if (i+j) % 4 < 3 else 2)", '
                   'i=16, j=2)(A)', (48,), (16,), mode=mode))


@pytest.mark.parametrize("line, shape, result", [
    ('neo.expr("T[n,i] = A[n]", i=3)(A)', (2,), (2, 3)),
    ('neo.expr("T[] max= A[i]", i=2)(A)', (2,), ()),
    ('neo.expr("T[i] = where(A[i] > 0.1, -A[i], A[i] / 3)", i=37)(A)',
     (37,), (37,)),
    ('neo.expr("T[i] += tanh(A[i,j]) * A[i,j]", i=5, j=33)(A)', (5, 33), (5,)),
])
@pytest.mark.parametrize("mode", ["forward", "vjp"])
def test_bfloat16_without_its_instructions(line, shape, result, mode):
    agree(one_line(line, shape, result, dtype="bfloat16", target="avx2",
                   mode=mode))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("index", ["min(max(2*i-j, 0), 6)", "(3*i)%7"])
def test_lanes_without_masked_loads(dtype, index):
    agree(one_line(f'neo.expr("T[j] *= (1 + 0.03 * (A[{index}] if (i+2*j)%5 < 3 '
                   'else 0.5))", i=16, j=21)(A)', (7,), (21,), dtype=dtype,
                   target="avx2", mode="all"))


def test_read_that_never_happens_has_a_type():
    agree(Program(
        ['R0 = neo.expr("V[] = (I[1] if 0 <= 1 < 1 else 0) // 2")(I)'],
        [Tensor("R0", (), "int", exact=True)],
        [Tensor("I", (4,), "int", 3.0, True)], [],
        dtype="float32", data="any", mode="forward"))


def test_indices_that_follow_from_loops_alone():
    agree(Program(
        ['R0 = neo.expr("T[p] += A[p] * E[min(max(p+2*i, 0), 8), I[i]]", '
         'i=3, p=5)(A, E, I)'],
        [Tensor("R0", (5,))], [Tensor("A", (5,))],
        [Tensor("E", (9, 4)), Tensor("I", (3,), "int", limit=4)],
        dtype="float64", data="any", mode="forward"))


@pytest.mark.parametrize("mode", ["vjp", "jvp"])
def test_lanes_without_a_term_divide_nothing(mode):
    agree(Program(
        ['R0 = neo.expr("T[i] amax= where(C[i] > 0.1, A[i+j], B[i]) + '
         'D[min(max(i-3, 0), 2), min(max(i, 0), 2)]", i=4, j=1)(C, A, B, D)'],
        [Tensor("R0", (4,))],
        [Tensor("C", (4,)), Tensor("A", (4,)), Tensor("B", (4,)),
         Tensor("D", (3, 3))], [],
        dtype="float64", data="any", mode=mode))


def test_ties_of_terms_that_are_computed():
    agree(Program(
        ['R0 = neo.expr("U[i,k] amax= B[] / (3 + tanh(C[p+i+k]))", '
         'i=32, k=16, p=1)(B, C)'],
        [Tensor("R0", (32, 16))], [Tensor("B", ()), Tensor("C", (47,))], [],
        dtype="float32", data="any", mode="vjp"))


def test_partial_sums_of_an_access_with_one_loop():
    agree(one_line('neo.expr("T[i,j,q] += (A[i] if i+(i//2)%2 >= 0 else 0); '
                   'U[] += T[2*p, p, p%32]", i=2, j=1, p=1, q=32)(A)',
                   (2,), (), dtype="float64", mode="vjp"))


def test_shifted_products_of_bf16():
    agree(Program(
        ['R0 = neo.expr("T[n] max= (A[n, i] if i >= 0 else 0); '
         'U[n,i] *= (1 + 0.02 * B[n, 3*k+i, j]); V[n,j] = U[n, j%2]", '
         'i=2, j=8, k=3)(A, B)'],
        [Tensor("R0", (2, 8), batch=True)],
        [Tensor("A", (2, 2), batch=True), Tensor("B", (2, 8, 8), batch=True)],
        [], dtype="bfloat16", data="any", mode="vjp"))


def test_wrong_numbers_are_seen():
    program = one_line('neo.expr("T[i] = A[2*i] if i % 5 < 3 else 1", i=17)(A)',
                       (33,), (17,))
    expected = Expected(program)
    found = expected.exact[0].astype(np.float32)
    assert not expected.difference(0, found)
    found[4] += 1e-3
    assert "at [4]" in expected.difference(0, found)


def test_order_of_equal_numbers_is_uncertain():
    """Columns of the same sum, but for roundings; the gradient is of one."""
    program = Program(
        ['R0 = neo.expr("T[j] += 0.3 * D[k,j]; U[] max= T[j]", j=64, k=9)(D)'],
        [Tensor("R0", ())], [Tensor("D", (9, 64))], [], dtype="float64",
        data="quarters", mode="vjp")
    assert Expected(program)._uncertainty(0, 2.0**-53) > 0.1


def test_choices_make_the_same_program_again():
    made = 0
    for seed in range(40):
        choices = Choices(seed)
        try:
            program = make_program(choices)
        except TooLarge:
            continue
        again = make_program(Choices(replay=choices.taken))
        assert again.source == program.source
        assert eval(as_test(program).partition("agree(")[2].rpartition(")")[0],
                    {"Program": Program, "Tensor": Tensor}).source == \
            program.source
        made += 1
    assert made > 20


def test_shrinking_keeps_what_fails():
    def fails(choices):
        drawn = Choices(replay=choices)
        values = [drawn.below(100) for _ in range(drawn.below(20))]
        return any(value >= 37 for value in values)

    start = [15, *range(3, 90, 6)]
    assert fails(start)
    assert shrink(start, fails) == [1, 37]


def test_a_cost_turns_between_two_sizes_of_the_batch():
    agree(Program(
        ['R0 = neo.expr("T[n,i,p] = (A[n, 3*p+i] if 0 <= 3*p+i < 8 else 0.5)", '
         'i=4, p=64)(A)',
         'R1 = neo.expr("T[n] += 0.08 * R0[n, p, 2*p]", p=4)(R0)'],
        [Tensor("R1", (4,), batch=True)], [Tensor("A", (4, 8), batch=True)],
        [], dtype="bfloat16", data="quarters", mode="all"))


def test_a_division_with_a_remainder_beside_its_multiple():
    # LLVM's vector-combine made 3 * (i / 3) of the step i of a kernel into i.
    agree(Program(
        ['R0 = neo.expr("T[] min= A[2*j+(2*k)%8, k, k]", j=2, k=3)(A)'],
        [Tensor("R0", ())], [Tensor("A", (7, 3, 3))], [], dtype="float16",
        data="any", mode="vjp", target="avx2", threads=1))


def test_the_only_lane_of_a_row_is_not_stored_beyond_its_place():
    # LLVM stored the last of 17 bf16 as the f32 that it was before.
    agree(Program(
        ['R0 = neo.expr("T[k] += (A[k, k, i] if k+i >= 0 else 0)", i=17, k=5)(A)',
         "R1 = neo.clip(A, -0.4, 0.6)"],
        [Tensor("R0", (5,)), Tensor("R1", (5, 5, 17))], [Tensor("A", (5, 5, 17))],
        [], dtype="bfloat16", data="any", mode="forward", threads=1))


def test_bf16_that_are_seen_as_other_integers_are_not_rounded():
    # Without AVX-512 a function rounds, which a process need not have.
    agree(Program(
        ['R0 = neo.expr("T[i] amin= A[min(max((i+j)%2, 0), 0), i, (i)%2]; '
         'U[k] *= (1 + 0.009 * (cos(T[i])))", i=53, j=17, k=3)(A)'],
        [Tensor("R0", (3,))], [Tensor("A", (1, 53, 2))], [], dtype="bfloat16",
        data="any", mode="vjp", target="avx2", threads=1))


def test_a_division_by_two_of_a_vector_of_one_lane():
    # LLVM lost the division of what it knew to be small while it made it a scalar.
    agree(Program(
        ['R0 = neo.expr("T[i,j] = (A[(4*j+i)//2, i, (min(max(i+j+i%8, 0), 72))%7] '
         'if (j-2*i)//2 >= -64 else 0)", i=65, j=4)(A)'],
        [Tensor("R0", (65, 4))], [Tensor("A", (39, 65, 7))], [], dtype="float64",
        data="any", mode="jvp", target="avx512", threads=1))


def test_halves_four_apart_and_one_that_lies_behind_them():
    # LLVM's selection of instructions combined their shuffles without end.
    agree(Program(
        ['R0 = neo.expr("T[] += A[(j)%2, 4*i+j]", i=5, j=8)(A)'],
        [Tensor("R0", ())], [Tensor("A", (2, 24))], [], dtype="float16",
        data="quarters", mode="forward", target="avx512", threads=1))


@pytest.mark.parametrize("target", ["avx512", "avx2"])
def test_strided_lanes_of_a_tail_are_added_once(target):
    # Lanes behind the last one repeated it, where both factors are strided.
    agree(Program(
        ['R0 = neo.expr("T[i,j] += A[k, i] * B[k, j]", i=2, j=2, k=7)(A, B)'],
        [Tensor("R0", (2, 2))], [Tensor("A", (7, 2)), Tensor("B", (7, 2))], [],
        dtype="float32", data="any", mode="vjp", target=target, threads=1))


def test_equal_terms_of_a_sum_inside_a_function():
    # The interpreter was 6 units beside it, and the sine of 12 moves by as many.
    agree(Program(
        ['R0 = neo.expr("T[j,i] = A[min(max(j, 0), 58)]; '
         'U[] += 0.3 * (log(2 + tanh((T[j, (j)%3] - T[j, (j)%3]))))", i=3, j=60)(A)',
         'R1 = neo.checkpoint(lambda x: neo.sin(x) + neo.exp(-x * x))(R0)'],
        [Tensor("R1", (), bound=22)], [Tensor("A", (59,))], [], dtype="float64",
        data="any", mode="forward", target="host", threads=1))
