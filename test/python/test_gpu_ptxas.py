# test_gpu_ptxas.py - kernels of benchmark extents, by NVIDIA's assembler
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""ptxas takes the kernels of a case of each family, with gradients, for both chips, and
spills no register.

    python test/python/test_gpu_ptxas.py tf32       # every case, with what it spills
"""

import functools
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import neo
import pytest
from libdevice import needs_functions

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from cases import CASES, QUICK  # noqa: E402
from networks import bert  # noqa: E402

PTXAS = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
CHIPS = ("sm_80", "sm_90")
pytestmark = [
    pytest.mark.extended, needs_functions,
    pytest.mark.skipif(not Path(PTXAS).exists(), reason="ptxas is not installed")]


#: Products and convolutions, with what lies either way in their gradients, and those
#: that copy elements one by one.
TF32 = ("GEMM1024", "BMM_QK", "C2", "C5", "CAPS", "Y8", "T1D_k9b", "C3D_28")


@functools.cache
def program_of(name: str, dtype: str = "float32", allow_tf32: bool = False) -> str:
    """The IR of a case's values and adjoints."""
    operator = CASES[name].operator
    expression = neo.expr(operator.text, **operator.extents)
    specs = [neo.spec(shape, dtype)
             for shape in (*operator.shapes.values(), operator.result)]
    return neo.jit(lambda *a: (expression(*a[:-1]), *expression.vjp(a[:-1], a[-1])),
                   device="cuda", allow_tf32=allow_tf32).ir(*specs)


def assemble(ptx: str, chip: str) -> list[int]:
    """Bytes that each kernel stores to spill registers."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        said = subprocess.run(
            [PTXAS, f"-arch={chip}", "-v", file.name, "-o", "/dev/null"],
            capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    return [int(n) for n in re.findall(r"(\d+) bytes spill stores", said.stderr)]


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", QUICK)
def test_no_register_is_spilled(name: str, chip: str):
    spills = assemble(neo.ptx(program_of(name), chip), chip)
    assert spills and set(spills) == {0}


@pytest.mark.parametrize("name", [name for name in CASES if name not in QUICK])
def test_no_case_spills(name: str):
    # By turns in words and in halves, and for one of the chips.
    number = list(CASES).index(name)
    text = program_of(name, ("float32", "float16")[number % 2])
    chip = CHIPS[number // 2 % 2]
    spills = assemble(neo.ptx(text, chip), chip)
    assert spills and set(spills) == {0}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", TF32)
def test_no_register_is_spilled_with_tf32(name: str, chip: str):
    ptx = neo.ptx(program_of(name, allow_tf32=True), chip)
    assert "m16n8k8" in ptx and set(assemble(ptx, chip)) == {0}


def layers(activation):
    """The loss of two layers, the rows' extents of a transformer's."""
    def loss(x, w, bias, v):
        return ((activation(x @ w + bias) @ v) ** 2).sum()
    return loss


ACTIVATIONS = {"gelu": neo.gelu, "waves": lambda x: neo.sin(x) * neo.cos(x)}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "tf32"])
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_epilogues_of_tensor_cores_spill_no_register(activation: str, dtype: str,
                                                     chip: str):
    specs = [neo.spec(shape, dtype.replace("tf32", "float32"))
             for shape in ((512, 512), (512, 2048), (2048,), (2048, 512))]
    step = neo.jit(neo.grad(layers(ACTIVATIONS[activation]), argnums=(1, 2)),
                   device="cuda", allow_tf32=dtype == "tf32")
    ptx = neo.ptx(step.ir(*specs), chip)
    assert "mma.sync" in ptx and set(assemble(ptx, chip)) == {0}


def train(params, *data):
    value, slopes = neo.value_and_grad(bert.loss)(params, *data)
    return {name: params[name] - 0.001 * slopes[name] for name in params}, value


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_training_step_of_bert_spills_no_register(dtype: str):
    params = {name: neo.spec(shape, dtype) for name, shape in bert.shapes().items()}
    data = [neo.spec(shape, dtype) for shape in bert.data(1)]
    ptx = neo.ptx(neo.jit(train, device="cuda").ir(params, *data), "sm_80")
    spills = assemble(ptx, "sm_80")
    assert len(spills) > 30 and set(spills) == {0}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", ["odd_conv_20", "odd_conv_3d"])
def test_short_pipelines_of_doubles_spill_no_register(name: str, chip: str):
    assert set(assemble(neo.ptx(program_of(name, "float64"), chip), chip)) == {0}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("columns, terms", [(32, 16), (10, 32), (128, 32)])
def test_products_of_few_terms_spill_no_register(columns: int, terms: int, dtype: str,
                                                 chip: str):
    """Of rows that do not divide the tile, which guarded stores write."""
    specs = neo.spec((50000, terms), dtype), neo.spec((terms, columns), dtype)
    ptx = neo.ptx(neo.jit(lambda a, b: a @ b, device="cuda").ir(*specs), chip)
    assert set(assemble(ptx, chip)) == {0}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["MTTKRP1", "MTTKRP2", "odd_conv_grouped"])
def test_no_register_is_spilled_with_halves(name: str, dtype: str, chip: str):
    assert set(assemble(neo.ptx(program_of(name, dtype), chip), chip)) == {0}


def norm_of_sum(y, x, gain):
    x = x + y
    x = x - x.mean(axis=1, keepdims=True)
    return x / neo.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * gain


def with_gradients(function):
    return lambda *arrays: (function(*arrays[:-1]),
                            neo.vjp(function, *arrays[:-1])[1](arrays[-1]))


ROWS = {"softmax": (lambda x: neo.softmax(x, axis=1), 1), "norm": (norm_of_sum, 2)}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype, columns", [
    ("float64", 1000), ("float64", 8192), ("float32", 16384)])
@pytest.mark.parametrize("name", ROWS)
def test_long_rows_spill_no_register(name: str, dtype: str, columns: int, chip: str):
    function, tensors = ROWS[name]
    rows = neo.spec((512, columns), dtype)
    gain = [neo.spec((columns,), dtype)] * (name == "norm")
    text = neo.jit(with_gradients(function), device="cuda").ir(
        *[rows] * tensors, *gain, rows)
    assert set(assemble(neo.ptx(text, chip), chip)) == {0}


# Blocks of 1024 threads, which have 64 registers each; the sine of a large argument is
# reduced in many.
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype, columns", [
    ("float32", 32768), ("float16", 32768)])
def test_gradient_of_softmax_alone_spills_no_register(dtype, columns, chip):
    rows = neo.spec((64, columns), dtype)
    text = neo.jit(lambda x, c: neo.vjp(ROWS["softmax"][0], x)[1](c),
                   device="cuda").ir(rows, rows)
    assert set(assemble(neo.ptx(text, chip), chip)) == {0}


def wave(x):
    return x / neo.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * neo.sin(x[:, :1])


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype, columns", [("float32", 8192), ("float64", 12288)])
def test_sines_beside_rows_spill_no_register(dtype, columns, chip):
    text = neo.jit(neo.grad(lambda x: wave(x).sum()), device="cuda").ir(
        neo.spec((64, columns), dtype))
    assert set(assemble(neo.ptx(text, chip), chip)) == {0}


def gated(x):
    return neo.softmax(x, axis=1) * neo.tanh(x) * neo.sigmoid(x)


# LLVM's SLP vectorizer hoisted tanh across a barrier, for all columns of a thread.
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("columns", [12288, 16384])
def test_functions_behind_a_barrier_spill_no_register(columns, chip):
    text = neo.jit(gated, device="cuda").ir(neo.spec((64, columns), "float16"))
    assert set(assemble(neo.ptx(text, chip), chip)) == {0}


# Terms that read under many guards, alone and in a kernel of rows.
GUARDED = {
    "terms": ("T[] += A[min(max(-2*p+5+(i-2*p)//3, 0), 188), "
              "min(max(4*i+6*p-1, 0), 625)%7] * (A[i+(2*i-p+11)%4, p-i+1] "
              "if 0 <= p-i+1 < 7 and 3*p-i-3+((2*i+2*p+1)%2)//8 < 91 else 0.5) * "
              "A[(p+4*i+5)%189, (2*p+2*i+(i+p+1)//8)%7]",
              {"i": 63, "p": 64}, "float32", (189, 7)),
    "rows": ("T[j,i] = 3 / (3 + tanh(A[i, j, i%7])); "
             "U[k] max= (T[p-k, min(max(6*j+11, 0), 63)] "
             "if 0 <= p-k < 60 and (j+4*p+4*k)//4 > 5 else 0); V[p,k,j] = U[k]",
             {"i": 64, "j": 60, "k": 3, "p": 32}, "float16", (64, 60, 7))}


@pytest.mark.parametrize("name", GUARDED)
def test_guarded_terms_spill_no_register(name: str):
    text, extents, dtype, shape = GUARDED[name]
    expression = neo.expr(text, **extents)
    program = neo.jit(expression, device="cuda").ir(neo.spec(shape, dtype))
    assert set(assemble(neo.ptx(program, "sm_80"), "sm_80")) == {0}


@pytest.mark.parametrize("chip", ["sm_86", "sm_89", "sm_120"])
def test_a_chip_with_less_shared_memory_has_other_tiles(chip):
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    known = "sm_90" if chip == "sm_120" else "sm_80"

    def ptx(of, rows):
        return neo.ptx(product.ir(neo.spec((rows, 256), "f16"),
                                  neo.spec((256, rows), "f16")), of)

    assert ptx(chip, 4096) != ptx(known, 4096)
    assert ptx(chip, 64) == ptx(known, 64)


if __name__ == "__main__":
    _, kind = [*sys.argv, "float32"][:2]
    for case in CASES:
        text = program_of(case, kind.replace("tf32", "float32"), kind == "tf32")
        for target in CHIPS:
            print(case, target, assemble(neo.ptx(text, target), target), flush=True)
