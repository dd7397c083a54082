# test_linalg_names.py - every named operation of linalg, raised or refused
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each name that linalg has in the release that Neo is built with.

A row says the layout of each operand and of the result, a letter per
dimension. test/Conversion/LinalgToNeo/run_*.mlir run operations of every kind;
here every name is raised, differentiated, lowered and raised again.
"""

import re
import shutil
import subprocess
from pathlib import Path

import neo
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "test" / "Conversion" / "LinalgToNeo"
SIZES = dict(n=2, c=3, f=4, g=2, m=2, b=2, i=4, j=5, k=6,
             d=5, h=5, w=5, D=3, H=3, W=3)

# Images have d, h, w, of which windows of D, H, W leave as many.
WINDOWS = """
conv_1d w W W
conv_1d_nwc_wcf nwc Wcf nWf
conv_1d_ncw_fcw ncw fcW nfW
conv_2d hw HW HW
conv_2d_nhwc_hwcf nhwc HWcf nHWf
conv_2d_nhwc_fhwc nhwc fHWc nHWf
conv_2d_nchw_fchw nchw fcHW nfHW
conv_2d_ngchw_fgchw ngchw fgcHW ngfHW
conv_2d_ngchw_gfchw ngchw gfcHW ngfHW
conv_2d_nhwgc_gfhwc nhwgc gfHWc nHWgf
conv_3d dhw DHW DHW
conv_3d_ndhwc_dhwcf ndhwc DHWcf nDHWf
conv_3d_ncdhw_fcdhw ncdhw fcDHW nfDHW
depthwise_conv_1d_nwc_wc nwc Wc nWc
depthwise_conv_1d_ncw_cw ncw cW ncW
depthwise_conv_1d_nwc_wcm nwc Wcm nWcm
depthwise_conv_2d_nhwc_hwc nhwc HWc nHWc
depthwise_conv_2d_nchw_chw nchw cHW ncHW
depthwise_conv_2d_nhwc_hwcm nhwc HWcm nHWcm
depthwise_conv_3d_ndhwc_dhwc ndhwc DHWc nDHWc
depthwise_conv_3d_ncdhw_cdhw ncdhw cDHW ncDHW
depthwise_conv_3d_ndhwc_dhwcm ndhwc DHWcm nDHWcm
pooling_nhwc_sum nhwc HW nHWc
pooling_nchw_sum nchw HW ncHW
pooling_nhwc_max nhwc HW nHWc
pooling_nhwc_min nhwc HW nHWc
pooling_nchw_max nchw HW ncHW
pooling_nwc_sum nwc W nWc
pooling_ncw_sum ncw W ncW
pooling_nwc_max nwc W nWc
pooling_ncw_max ncw W ncW
pooling_nwc_min nwc W nWc
pooling_ndhwc_sum ndhwc DHW nDHWc
pooling_ndhwc_max ndhwc DHW nDHWc
pooling_ndhwc_min ndhwc DHW nDHWc
"""
PRODUCTS = """
matmul ik kj ij
batch_matmul bik bkj bij
batch_reduce_matmul bik bkj ij
matvec ik k i
vecmat k kj j
batch_matvec bik bk bi
batch_vecmat bk bkj bj
dot k k -
mmt4d ikhw jkcw ijhc
batch_mmt4d bikhw bjkcw bijhc
"""
UNARY = "exp log abs ceil floor negf reciprocal round sqrt rsqrt square tanh erf"
BINARY = "add sub mul div max min powf"
# Of integers, and with zero points; they have no gradient.
INTEGERS = """
conv_2d_nhwc_hwcf_q nhwc HWcf 0 0 nHWf
conv_2d_nhwc_fhwc_q nhwc fHWc 0 0 nHWf
conv_2d_nchw_fchw_q nchw fcHW 0 0 nfHW
conv_2d_ngchw_gfchw_q ngchw gfcHW 0 0 ngfHW
conv_2d_nhwgc_gfhwc_q nhwgc gfHWc 0 0 nHWgf
conv_3d_ndhwc_dhwcf_q ndhwc DHWcf 0 0 nDHWf
depthwise_conv_2d_nhwc_hwc_q nhwc HWc 0 0 nHWc
depthwise_conv_2d_nhwc_hwcm_q nhwc HWcm 0 0 nHWcm
quantized_matmul ik kj 0 0 ij
quantized_batch_matmul bik bkj 0 0 bij
"""
# Refused: neo reduces integers by their sign, and divides by constants alone.
REFUSED = {
    "pooling_nhwc_max_unsigned nhwc HW nHWc": "arith.maxui",
    "pooling_nhwc_min_unsigned nhwc HW nHWc": "arith.minui",
    "pooling_nwc_max_unsigned nwc W nWc": "arith.maxui",
    "pooling_nwc_min_unsigned nwc W nWc": "arith.minui",
    "div_unsigned ij ij ij": "divide by a constant",
}
# Operations of bodies, the parts of Winograd's convolution, which
# refused_choices.mlir names, and one without tensors to read (below).
ELSEWHERE = {"yield", "index", "fill_rng_2d", "winograd_filter_transform",
             "winograd_input_transform", "winograd_output_transform"}

ROWS = [*WINDOWS.split("\n"), *PRODUCTS.split("\n"),
        *(f"{name} ij ij" for name in UNARY.split()),
        *(f"{name} ij ij ij" for name in BINARY.split())]
ROWS = [row for row in ROWS if row]


def tensor(layout: str, element: str) -> str:
    sizes = [f"{SIZES[letter]}x" for letter in layout.strip("-")]
    return f"tensor<{''.join(sizes)}{element}>"


def function(row: str, element: str) -> str:
    """@f of one operation, whose operands and outs are its arguments."""
    name, *layouts = row.split()
    types = ["i32" if layout == "0" else tensor(layout, element)
             for layout in layouts]
    values = ["%zero" if kind == "i32" else f"%a{n}"
              for n, kind in enumerate(types)]
    arguments = ", ".join(f"{value}: {kind}" for value, kind
                          in zip(values, types, strict=True) if value != "%zero")
    return f"""
func.func @f({arguments}) -> {types[-1]} {{
  %zero = arith.constant 3 : i32
  %0 = linalg.{name} ins({", ".join(values[:-1])} : {", ".join(types[:-1])})
    outs({values[-1]} : {types[-1]}) -> {types[-1]}
  return %0 : {types[-1]}
}}"""


def run(text: str, passes: str) -> str:
    return neo.canonical(text, f"builtin.module({passes})")


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split()[0])
def test_is_raised_and_has_a_gradient(row: str, element: str):
    derived = run(function(row, element),
                  "convert-linalg-to-neo{strict},neo-autodiff")
    assert "linalg." not in derived and "@f_vjp" in derived
    lowered = run(derived, "func.func(convert-neo-to-linalg)")
    assert "neo." not in lowered
    if "scf.for" not in lowered:
        assert "linalg." not in run(lowered, "convert-linalg-to-neo{strict}")


@pytest.mark.parametrize("row", INTEGERS.split("\n")[1:-1],
                         ids=lambda row: row.split()[0])
def test_of_integers_is_raised(row: str):
    assert "linalg." not in run(function(row, "i32"),
                                "convert-linalg-to-neo{strict}")


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.split()[0])
def test_is_refused_by_name(row: str):
    with pytest.raises(neo.Error) as error:
        run(function(row, "i32"), "convert-linalg-to-neo{strict}")
    assert f"'linalg.{row.split()[0]}' is not raised: " in str(error.value)
    assert REFUSED[row] in str(error.value)


def test_pseudo_random_numbers_are_raised():
    raised = run("""
func.func @f(%A: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %least = arith.constant -1.0 : f64
  %most = arith.constant 1.0 : f64
  %seed = arith.constant 7 : i32
  %0 = linalg.fill_rng_2d ins(%least, %most, %seed : f64, f64, i32)
    outs(%A : tensor<4x6xf64>) -> tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}""", "convert-linalg-to-neo{strict}")
    assert "linalg." not in raised


@pytest.mark.skipif(shutil.which("llvm-config-22") is None,
                    reason="llvm-config-22 is not there: run scripts/setup.sh")
def test_no_name_is_forgotten():
    """Every operation of the installed linalg is in a table or a program."""
    headers = Path(subprocess.run(["llvm-config-22", "--includedir"], text=True,
                                  capture_output=True).stdout.strip())
    text = "".join(path.read_text() for path
                   in (headers / "mlir/Dialect/Linalg/IR").glob("*Ops.h.inc"))
    names = set(re.findall(r'StringLiteral\("linalg\.(\w+)"\)', text))
    assert len(names) > 80
    rows = ROWS + INTEGERS.split("\n")[1:-1] + list(REFUSED)
    programs = " ".join(path.read_text() for path in PROGRAMS.glob("run_*.mlir"))
    known = {row.split()[0] for row in rows} | ELSEWHERE
    assert names <= known | set(re.findall(r"\blinalg\.(\w+)", programs))
