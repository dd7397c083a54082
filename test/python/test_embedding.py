# test_embedding.py - other compilers' functions, raised, differentiated, run
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Numbers of linalg functions before and after they are raised to neo.

The lit tests of test/Conversion/LinalgToNeo run what was raised and lowered
again and compare it with the interpreter. Here the same functions run as they
were, without neo, and their gradients meet brute force.
"""

import re
import shutil
import subprocess
from pathlib import Path

import brute_force
import neo
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "test" / "Conversion" / "LinalgToNeo"
BUILD = Path(neo.__file__).parents[2]
PLUGIN = BUILD / "lib" / "NeoPlugin.so"
PAGE = ROOT / "docs" / "Embedding.md"

pytestmark = pytest.mark.skipif(
    not PLUGIN.exists() or shutil.which("mlir-opt-22") is None
    or shutil.which("mlir-runner-22") is None,
    reason="NeoPlugin.so or mlir-opt-22 is not there: run scripts/setup.sh")


def piped(text: str, *command: object) -> str:
    """What `command` prints when it reads `text`."""
    ran = subprocess.run([str(word) for word in command], input=text,
                         capture_output=True, text=True)
    assert ran.returncode == 0, f"{command}\n{ran.stderr}"
    return ran.stdout


def with_plugin(text: str, passes: str) -> str:
    """`text` after passes of Neo in the distribution's mlir-opt."""
    return piped(text, "mlir-opt-22", f"--load-dialect-plugin={PLUGIN}",
                 f"--load-pass-plugin={PLUGIN}",
                 f"--pass-pipeline=builtin.module({passes})")


def stock(name: str) -> list[str]:
    """The words of a substitution of test/lit.cfg.py."""
    found: dict = {}
    text = (ROOT / "test" / "lit.cfg.py").read_text()
    block = re.search(rf"^{name} = (.*?\n\))", text, re.MULTILINE | re.DOTALL)
    exec(f"value = {block[1]}", found)
    return found["value"].split()


# What the distribution takes apart on request only, not while it lowers.
REQUESTS = """
transform.named_sequence private @take_apart(
    %module: !transform.any_op {transform.readonly}) {
  %functions = transform.structured.match ops{["func.func"]} in %module
    : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %functions {
    transform.apply_patterns.tensor.decompose_concat
  } : !transform.any_op
  %softmax = transform.structured.match ops{["linalg.softmax"]} in %module
    : (!transform.any_op) -> !transform.any_op
  %parts = transform.structured.decompose_interface %softmax
    : (!transform.any_op) -> !transform.any_op
  %pack = transform.structured.match ops{["linalg.pack"]} in %module
    : (!transform.any_op) -> !transform.op<"linalg.pack">
  transform.structured.lower_pack %pack : (!transform.op<"linalg.pack">)
    -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">,
        !transform.op<"linalg.transpose">)
  %unpack = transform.structured.match ops{["linalg.unpack"]} in %module
    : (!transform.any_op) -> !transform.op<"linalg.unpack">
  transform.structured.lower_unpack %unpack : (!transform.op<"linalg.unpack">)
    -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">,
        !transform.op<"tensor.collapse_shape">,
        !transform.op<"tensor.extract_slice">)
  transform.yield
}
"""


def taken_apart(text: str) -> str:
    """`text` in operations that the distribution lowers."""
    aliases = "".join(re.findall(r"^#.*\n", text, re.MULTILINE))
    body = re.sub(r"^(#|//).*\n", "", text, flags=re.MULTILINE)
    module = (f"{aliases}module attributes {{transform.with_named_sequence}} "
              f"{{\n{body}{REQUESTS}}}\n")
    return piped(module, "mlir-opt-22",
                 "--transform-interpreter=entry-point=take_apart",
                 "--symbol-dce", "--convert-elementwise-to-linalg")


def joined(module: str, function: str) -> str:
    """`module` with one more function at its end."""
    return module[:module.rindex("}")] + function + "}\n"


def count_of_wrong_numbers(module: str) -> int:
    """Lowers and runs a module that holds @neo_check, without neo."""
    libraries = piped("", "llvm-config-22", "--libdir").strip()
    lowered = piped(module, "mlir-opt-22", *stock("stock_loops"))
    return int(piped(lowered, "mlir-runner-22", "-e", "neo_check",
                     "--entry-point-result=i32", "--shared-libs="
                     f"{libraries}/libmlir_c_runner_utils.so"))


def run_line_options(program: Path) -> list[str]:
    return re.findall(r"--(?:positive|rtol=\S+)", program.read_text())


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("run_*.mlir")),
                         ids=lambda program: program.stem)
def test_original_gives_the_interpreters_numbers(program: Path):
    """The check of the raised function, on the function as it was."""
    text = program.read_text()
    raised = with_plugin(text, "convert-linalg-to-neo{strict}")
    checking = piped(raised, BUILD / "bin" / "neo-run", "--self-check",
                     *run_line_options(program))
    check = checking[checking.index("  func.func @neo_check"):]
    original = with_plugin(joined(taken_apart(text), check[:check.rindex("}")]),
                           "convert-neo-to-linalg")
    assert "neo." not in original
    assert count_of_wrong_numbers(original) == 0


GRADIENTS = {
    "matmul": ("C[i,j] += A[i,k] * B[k,j]", {}),
    "strided_convolution": (
        "C[b,p,q,k] += A[b,2*p+r,2*q+s,c] * W[r,s,c,k]", dict(p=3, q=3)),
    "padded_convolution": (
        "C[b,k,p,q] += (A[b,c,p+r-1,q+s-1] if 0 <= p+r-1 < 5 and "
        "0 <= q+s-1 < 5 else 0) * W[k,c,r,s]", dict(b=1, c=2, p=5, q=5)),
    "max_pooling": ("C[b,p,q,c] max= A[b,2*p+r,2*q+s,c]",
                    dict(p=3, q=3, r=3, s=3)),
}


def arguments(text: str, dtype: str) -> dict[str, np.ndarray]:
    """Random arrays for the arguments of @f, by name."""
    random = np.random.default_rng(0)
    signature = re.search(r"@f\((.*?)\)", text, re.DOTALL)[1]
    return {name: random.standard_normal([int(n) for n in shape.split("x")[:-1]])
            .astype(dtype)
            for name, shape in re.findall(r"%(\w+): tensor<(\S+)>", signature)}


def function_and_gradient(name: str, dtype: str):
    """The arrays of a gradient_*.mlir, and its IR with @f and @f_vjp."""
    text = (PROGRAMS / f"gradient_{name}.mlir").read_text()
    if dtype == "float32":
        text = text.replace("f64", "f32").replace("0xFFF0000000000000",
                                                  "0xFF800000")
    ir = with_plugin(text, "convert-linalg-to-neo{strict},neo-autodiff")
    return arguments(text, dtype), ir


@pytest.mark.parametrize("dtype, rtol", [("float64", 1e-12), ("float32", 1e-4)])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradient_is_that_of_brute_force(name: str, dtype: str, rtol: float):
    expression, extents = GRADIENTS[name]
    arrays, ir = function_and_gradient(name, dtype)
    value, = neo.interpret(ir, *arrays.values(), function="f")
    want = brute_force.evaluate(expression, arrays, extents)
    np.testing.assert_allclose(value, want, rtol=rtol, atol=rtol)
    cotangent = np.random.default_rng(1).standard_normal(value.shape)
    cotangent = cotangent.astype(dtype)
    found = neo.interpret(ir, *arrays.values(), cotangent, function="f_vjp")
    want = brute_force.adjoints(expression, arrays, extents, cotangent)
    for gradient, key in zip(found, arrays, strict=True):
        np.testing.assert_allclose(gradient, want[key], rtol=rtol, atol=rtol)


def slope(ir: str, arrays: list[np.ndarray], which: int, at: tuple,
          cotangent: np.ndarray, step: float = 1e-5) -> float:
    """A central difference of `cotangent . f(arrays)`."""
    ends = []
    for sign in (1, -1):
        moved = [array.copy() for array in arrays]
        moved[which][at] += sign * step
        value, = neo.interpret(ir, *moved, function="f")
        ends.append((value * cotangent).sum())
    return (ends[0] - ends[1]) / (2 * step)


@pytest.mark.parametrize("name", ["softmax", "layer_norm"])
def test_gradient_is_that_of_finite_differences(name: str):
    arrays, ir = function_and_gradient(name, "float64")
    operands = list(arrays.values())
    cotangent = np.random.default_rng(1).standard_normal(operands[0].shape)
    found = neo.interpret(ir, *operands, cotangent, function="f_vjp")
    for which, gradient in enumerate(found):
        want = np.zeros_like(gradient)
        for at in np.ndindex(*want.shape):
            want[at] = slope(ir, operands, which, at, cotangent)
        np.testing.assert_allclose(gradient, want, rtol=1e-6, atol=1e-8)


def test_softmax_hands_nan_on():
    arrays, ir = function_and_gradient("softmax", "float64")
    arrays["A"][1, 2] = np.nan
    value, = neo.interpret(ir, arrays["A"], function="f")
    assert np.isnan(value[1]).all()
    assert not np.isnan(value[[0, 2, 3]]).any()


def page_commands() -> list[tuple[str, str]]:
    sessions = "".join(re.findall(r"```console\n(.*?)```", PAGE.read_text(),
                                  re.DOTALL))
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", sessions, re.MULTILINE)


@pytest.mark.parametrize("command, expected", page_commands())
def test_commands_of_the_page(command: str, expected: str):
    ran = subprocess.run(["bash", "-o", "pipefail", "-c",
                          command.replace("build/", f"{BUILD}/")],
                         cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    start, rest, _ = expected.partition("...")
    assert ran.stdout.split()[:len(start.split())] == start.split()
    assert rest or ran.stdout.split() == start.split()


def test_page_shows_remarks_that_are_made():
    shown = re.findall(r"^    remark: (.*(?:\n {8,}.*)*)", PAGE.read_text(),
                       re.MULTILINE)
    made = " ".join(path.read_text() for path in PROGRAMS.glob("refused_*.mlir"))
    assert len(shown) == 2
    for remark in shown:
        assert " ".join(remark.split()) in made


def test_table_names_every_program():
    """Each operation that a program is about is in the page's table."""
    table = PAGE.read_text().partition("| from |")[2].partition("\n\n")[0]
    used = set(re.findall(r"\b(?:tensor)\.(\w+)", " ".join(
        path.read_text() for path in PROGRAMS.glob("run_*.mlir"))))
    assert used - {"yield", "empty"} <= set(re.findall(r"`(\w+)`", table))
