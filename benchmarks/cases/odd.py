# odd.py - shapes that nobody tuned
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The group `odd`: primes, one more than a power of two, few channels, rectangular
windows, batches of 1 and 3. It is measured for itself (`run.py --families odd`) and
counts in no mean of the others."""

from cases.case import Case, Operator
from cases.memory import batch_norm, gelu, layer_norm, mish, softmax
from cases.products import matrices, mttkrp, scores, vector
from cases.windows import convolution, depthwise, transposed


def rectangle(batch: int, channels: int, outputs: int, rows: int, columns: int,
              high: int, wide: int) -> Operator:
    """A convolution with windows of `high` x `wide`, without padding."""
    out = rows - high + 1, columns - wide + 1
    return Operator(
        "C[b,k,p,q] += A[b,c,p+r,q+s] * W[k,c,r,s]",
        {"A": (batch, channels, rows, columns),
         "W": (outputs, channels, high, wide)},
        (batch, outputs, *out), "convolution",
        2.0 * batch * outputs * channels * high * wide * out[0] * out[1],
        dict(zip("pq", out)),
        dict(stride=1, padding=0, dilation=1, groups=1))


def _case(name: str, build, *values: int, **named: int) -> Case:
    names = build.__code__.co_varnames
    return Case(f"odd_{name}", "odd", build, dict(zip(names, values)) | named)


CASES = [
    _case("gemm_prime", matrices, 499, 1021, 251),
    _case("gemm_thin", matrices, 1025, 33, 2049),
    _case("gemv", vector, 3001, 1999),
    _case("scores", scores, 3, 257, 65),
    _case("mttkrp", mttkrp, 101, 67, 129, 33),
    _case("conv_5", convolution, 5, 33, 113, kernel=3, padding=1),
    _case("conv_20", convolution, 20, 65, 57, kernel=3, stride=2, padding=1),
    _case("conv_7x7", convolution, 33, 20, 47, kernel=7, padding=3),
    _case("conv_1x7", rectangle, 3, 33, 48, 17, 65, 1, 7),
    _case("conv_5x2", rectangle, 1, 17, 40, 61, 35, 5, 2),
    _case("conv_3d", convolution, 9, 20, 29, kernel=3, stride=2, padding=1,
          dimensions=3, depth=11),
    _case("conv_grouped", convolution, 27, 27, 61, kernel=3, padding=1, groups=3),
    _case("depthwise", depthwise, 33, 101, kernel=5, stride=2, padding=2),
    _case("transposed", transposed, 33, 20, 23, kernel=5, stride=3),
    _case("softmax", softmax, 3000, 1001),
    _case("layernorm", layer_norm, 1025, 769),
    _case("batchnorm", batch_norm, 3, 65, 961),
    _case("gelu", gelu, 999, 1013),
    _case("mish", mish, 1537, 431),
]
