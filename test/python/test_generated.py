# test_generated.py - the command that shows that generated code stays as it is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""benchmarks/generated.py on small operators: equal, changed, renamed, missing."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("neo._core")
BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import generated  # noqa: E402

FILE = "D9.gradients.avx2.mlir"


@pytest.fixture
def before(tmp_path: Path) -> Path:
    folder = tmp_path / "before"
    assert generated.main([str(folder), "--cases", "D9"]) == 0
    return folder


def compare(before: Path, *options: str) -> int:
    return generated.main([str(before.parent / "after"), "--against", str(before),
                           "--cases", "D9", *options])


def test_every_stage_is_written(before: Path):
    text = (before / FILE).read_text()
    for stage, line in (("neo-optimize", "neo.compute"),
                        ("neo-schedule", "neo.schedule ="), ("neo-to-vector", "scf.")):
        assert line in text.split(f"// {stage}\n", 1)[1].split("// neo-", 1)[0]
    assert len(list(before.iterdir())) == 4  # forward and gradients, two targets


def test_the_same_compiler_writes_the_same(before: Path, capsys):
    assert compare(before) == 0
    assert "4 of 4 files are equal" in capsys.readouterr().out


def test_a_change_is_found(before: Path, capsys):
    file = before / FILE
    file.write_text(file.read_text().replace("neo.schedule =", "neo.former =", 1))
    assert compare(before) == 1
    told = capsys.readouterr().out
    assert f"{FILE}:" in told and "3 of 4 files are equal" in told


def test_a_new_name_is_no_change(before: Path):
    for file in before.iterdir():
        file.write_text(file.read_text().replace("neo.schedule", "neo.former"))
    assert compare(before) == 1
    assert compare(before, "--renamed", "neo.former=neo.schedule") == 0


def test_a_file_that_is_missing_is_named(before: Path, capsys):
    (before / FILE).unlink()
    assert compare(before) == 1
    assert f"{before / FILE} is not there" in capsys.readouterr().out


@pytest.mark.parametrize("words, reason", [
    (["--cases", "C99"], "there is no case 'C99'"),
    (["--targets", "z80"], "there is no target 'z80'"),
    (["--renamed", "neo.former"], "'neo.former' is not of the form OLD=NEW"),
])
def test_what_cannot_be_done_is_said(words: list[str], reason: str, capsys,
                                     tmp_path: Path):
    with pytest.raises(SystemExit):
        generated.main([str(tmp_path), *words])
    assert reason in capsys.readouterr().err
