# test_torch_pages.py - the page about PyTorch, and training by several processes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs every program and command of docs/PyTorch.md; one, two and four processes train
the same network to the same parameters."""

import re

import pytest
from page_examples import ROOT, commands, missing, programs, run_command, run_program

pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

pytestmark = pytest.mark.peers

PAGE = (ROOT / "docs" / "PyTorch.md").read_text()


def test_programs_print_what_is_shown():
    names: dict = {}
    for code, shown in programs(PAGE):
        printed = run_program(code, names)
        assert not missing(shown, printed), printed


def test_processes_give_what_one_gives():
    (command, shown), = commands(PAGE)
    results = {count: run_command(command.replace("node 2", f"node {count}"))
               for count in (1, 2, 4)}
    said = {tuple(re.findall(r"loss .*", text)) for text in results.values()}
    assert len(said) == 1 and len(next(iter(said))) == 1, results
    assert not missing(shown, "\n" + results[2]), results[2]
