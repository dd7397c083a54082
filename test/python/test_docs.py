# test_docs.py - the examples of the documentation run, its pages are fresh
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "docs" / name
         for name in ("Arrays.md", "Export.md", "Expressions.md", "Gpu.md",
                      "Gradients.md",
                      "Kernels.md", "Onnx.md")]


NEO_OPT = ROOT / "build" / "bin" / "neo-opt"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page):
    if page.stem == "Onnx":
        pytest.importorskip("onnx", reason="pip install onnx")
    text = page.read_text()
    blocks = list(re.finditer(r"```python\n(.*?)```", text, re.DOTALL))
    few = ("Arrays", "Export", "Gpu", "Kernels", "Onnx")
    assert len(blocks) > (0 if page.stem in few else 5)
    # Every line where it stands in the page, which errors and neo.explain show.
    code, end = "", 0
    for block in blocks:
        code += "\n" * text.count("\n", end, block.start(1)) + block[1]
        end = block.end(1)
    exec(compile(code, str(page), "exec"), {})


def messages(text):
    """Remarks and notes without their place and line breaks."""
    found = re.findall(r"((?:remark|note): .*(?:\n {6}.*)*)", text)
    return [" ".join(message.split()) for message in found]


AUTODIFF = (ROOT / "docs" / "Autodiff.md").read_text()
PROGRAMS = {name: text for text, name in re.findall(
    r"```mlir\n(func\.func @(\w+).*?)```", AUTODIFF, re.DOTALL)}
SESSIONS = re.findall(
    r"```console\n\$ neo-opt --neo-autodiff=\"(.*?)\" (\w+)\.mlir\n(.*?)```",
    AUTODIFF, re.DOTALL)


@pytest.mark.skipif(not NEO_OPT.exists(), reason="neo-opt is not built")
@pytest.mark.parametrize("options,program,shown", SESSIONS)
def test_autodiff_page_shows_what_is_printed(options, program, shown):
    done = subprocess.run([NEO_OPT, f"--neo-autodiff={options}", "-o", "-"],
                          input=PROGRAMS[program], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert messages(shown) == messages(done.stderr)


def test_autodiff_page_has_its_examples():
    assert len(SESSIONS) == 6 and len(PROGRAMS) == 5


@pytest.mark.skipif(shutil.which("mlir-tblgen-22") is None,
                    reason="mlir-tblgen-22 is not installed")
def test_passes_page_is_up_to_date():
    done = subprocess.run([ROOT / "scripts" / "docs.sh", "--check"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
