# test_wrong_pass.py - a wrong result is traced to a pass, or to a kernel
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""scripts/wrong_pass.py, on programs whose last bits a pass changes."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("neo._core")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import wrong_pass  # noqa: E402

pytestmark = pytest.mark.skipif(not (wrong_pass.BIN / "neo-opt").exists(),
                                reason="neo-opt is not built: run scripts/setup.sh")

@pytest.fixture
def softmax() -> str:
    return str(ROOT / "examples" / "softmax.mlir")


def test_the_first_pass_that_changes_bits_is_named(softmax: str, capsys):
    assert wrong_pass.main([softmax, "--rtol=0"]) == 1
    printed = capsys.readouterr().out
    first, how, before = printed.splitlines()
    assert "func.func(neo-stable-forms{" in first
    assert how.startswith("with seed 1, result #0 of 'softmax' at [0, 0] is ")
    # A softmax is rewritten by the first run of the pass, after equal operators
    # are shared.
    assert ",func.func(neo-tighten{explain=false}),func.func(neo-share-computes{" \
        in before and "neo-stable-forms" not in before


def test_rounding_is_no_difference(softmax: str, capsys):
    assert wrong_pass.main([softmax]) == 0
    assert capsys.readouterr().out.startswith("equal: after each of ")


def test_another_pipeline(softmax: str, capsys):
    assert wrong_pass.main([softmax, "--rtol=0", "--pipeline=--cse --neo-fuse"]) == 0
    assert "equal: after each of 2 passes" in capsys.readouterr().out


def test_machine_code_is_compared_kernel_by_kernel(softmax: str, capsys):
    assert wrong_pass.main([softmax, "--kernels"]) == 0
    assert wrong_pass.main([softmax, "--kernels", "--rtol=1e-12"]) == 1
    printed = capsys.readouterr().out
    assert "tensor<4x8xf32> is not what the interpreter gives: %" in printed


def test_declared_derivatives_are_derived(capsys):
    assert wrong_pass.main([str(ROOT / "examples" / "strided_layer.mlir")]) == 0
    assert capsys.readouterr().out.startswith("equal:")


def test_every_tensor_is_returned():
    text, values = wrong_pass.returning_all(
        "module {\n  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
        "    %0:2 = neo.kernel [i: 4] (%a = %arg0) : (tensor<4xf32>) -> "
        "(tensor<4xf32>, tensor<2xf64>) {\n    }\n"
        "    return %0#0 : tensor<4xf32>\n  }\n}\n")
    assert values == [("%0#0", "tensor<4xf32>"), ("%0#1", "tensor<2xf64>")]
    assert "-> (tensor<4xf32>, tensor<2xf64>) {\n    %0:2 =" in text
    assert "return %0#0, %0#1 : tensor<4xf32>, tensor<2xf64>\n" in text


def test_a_pipeline_is_taken_apart_at_its_own_commas():
    assert list(wrong_pass.elements("a, func.func(b{c=1}, d), unknown<(x)::y>")) == [
        "a", "func.func(b{c=1}, d)", "unknown<(x)::y>"]


@pytest.mark.parametrize("words, reason", [
    (["nofile.mlir"], "nofile.mlir"),
    (["--pipeline=--no-such-pass"], "no-such-pass"),
    (["--entry=g"], "there is no function 'g'"),
])
def test_what_cannot_be_run_is_refused(softmax: str, words: list[str], reason: str,
                                       capsys):
    file = [] if words[0].endswith(".mlir") else [softmax]
    assert wrong_pass.main([*file, *words]) == 2
    message = capsys.readouterr().err
    assert message.startswith("wrong_pass: ") and reason in message
