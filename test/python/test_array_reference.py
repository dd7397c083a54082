# test_array_reference.py - docs/Arrays.md has the signature of every function
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pathlib
import subprocess
import sys

import neo

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import arrays  # noqa: E402

TEXT = (ROOT / "docs" / "Arrays.md").read_text()
MODULES = ("activations", "angles", "creation", "einsums", "functions", "moments",
           "padding", "products", "reduce", "repeating", "running", "shaping")


def test_the_page_is_what_the_package_says():
    assert arrays.written(TEXT) == TEXT, "run scripts/arrays.py"


def test_the_page_has_every_function_once():
    modules = {f"neo.{module}" for module in MODULES}
    of_modules = {name for name in neo.__all__
                  if getattr(getattr(neo, name), "__module__", "") in modules}
    wanted = of_modules | {f"random.{name}" for name in neo.random.__all__}
    assert sorted(arrays.named(TEXT)) == sorted(wanted) and len(wanted) > 90


def test_signatures_show_what_can_be_passed():
    assert arrays.signature(neo.split) == "(x, parts, axis=0)"
    assert "*, dtype=None, where=None" in arrays.signature(neo.sum)
    assert "low=0.0" in arrays.row("random.uniform")
    assert "Also: `minval`, `maxval`." in arrays.row("random.uniform")
    assert "dtype=float32" in arrays.signature(neo.random.normal)


def test_a_stale_row_is_found():
    stale = TEXT.replace("| `exp(x)` |", "| `exp(y)` |")
    assert arrays.written(stale) == TEXT != stale
    done = subprocess.run([sys.executable, ROOT / "scripts" / "arrays.py", "--check"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
