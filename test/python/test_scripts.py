# test_scripts.py - the scripts parse, and refuse in a sentence
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What can be said of the scripts without setting up a machine."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*sorted((ROOT / "scripts").glob("*.sh")), ROOT / ".ci" / "run"]


def run(*command: str | Path, **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, **options)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_parses_and_may_be_run(script: Path):
    assert os.access(script, os.X_OK)
    assert run("bash", "-n", script).stderr == ""


def test_setup_refuses_an_unknown_option():
    refusal = run(ROOT / "scripts/setup.sh", "--everything")
    assert refusal.returncode == 1
    assert refusal.stderr == ("setup: unknown option '--everything': "
                              "usage: scripts/setup.sh [--peers]\n")


def test_setup_refuses_a_folder_it_cannot_write(tmp_path: Path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/setup.sh", tmp_path / "scripts")
    (tmp_path / "build").write_text("in the way\n")
    refusal = run(tmp_path / "scripts/setup.sh")
    assert refusal.returncode == 1
    assert re.fullmatch(r"setup: cannot write to .*/build: .*\n", refusal.stderr)


def test_setup_says_how_to_install_what_is_missing(tmp_path: Path):
    """A machine without apt-get on which no package is installed."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "bin").mkdir()
    shutil.copy(ROOT / "scripts/setup.sh", tmp_path / "scripts")
    for tool in ("bash", "cat", "dirname", "env", "flock", "grep", "mkdir"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    refusal = run(tmp_path / "scripts/setup.sh",
                  env={"PATH": str(tmp_path / "bin"), "PYTHON": "none"})
    assert refusal.returncode == 1
    assert refusal.stderr.startswith("setup: this is not Debian: install")
    assert "libmlir-22-dev" in refusal.stderr
