# test_pages.py - the pages for whoever carries on show what is printed
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs every command and program of these pages (page_examples.py)."""

import re
from pathlib import Path

import pytest
from page_examples import (BUILD, ROOT, commands, missing, programs, run_command,
                           run_program)

NAMES = ["Architecture", "CostModel", "Debugging", "Extending", "Glossary",
         "Numerics"]
# These need a tool that test_extending.py builds.
RUN = [name for name in NAMES if name != "Extending"]
TEXTS = {name: (ROOT / "docs" / f"{name}.md").read_text() for name in NAMES}
COMMANDS = [(name, *pair) for name in RUN for pair in commands(TEXTS[name])]

pytestmark = pytest.mark.skipif(not (BUILD / "bin" / "neo-opt").exists(),
                                reason="neo-opt is not built: run scripts/setup.sh")


@pytest.mark.extended
@pytest.mark.parametrize("page, command, shown", COMMANDS, ids=[
    f"{page}-{number}" for number, (page, *_) in enumerate(COMMANDS)])
def test_commands_print_what_is_shown(page: str, command: str, shown: str):
    printed = run_command(command)
    assert not missing(shown, printed), printed


@pytest.mark.parametrize("page", RUN)
def test_programs_print_what_is_shown(page: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    names: dict = {}
    for code, shown in programs(TEXTS[page]):
        printed = run_program(code, names)
        assert not missing(shown, printed), printed


def anchors(text: str) -> set[str]:
    """What links may call the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in headings}


@pytest.mark.parametrize("page", NAMES)
def test_files_exist(page: str):
    """Every file or folder of the project that the text names."""
    text = TEXTS[page]
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    files = re.findall(r"`((?:include|lib|python|test|unittests|benchmarks|scripts|"
                       r"examples|neo-opt|docs)/[\w./-]+)`", prose)
    # NAME stands for a name of the reader's.
    assert [file for file in files
            if "NAME" not in file and not (ROOT / file).exists()] == []


def test_a_piece_that_is_not_printed_is_named():
    assert missing("a b\n...\nd", "a  b c d") == ""
    assert missing("a ... c ...", "a b c d") == ""
    assert missing("a ... b", "a b c") == "c"
    assert missing("... c b", "a b c") == "c b"
    assert missing("b ...", "a b") == "b"
    assert missing("ab... c", "abc c") == "" and missing("ab... c", "ac c")


def test_the_numbers_of_the_cost_model_are_those_of_the_code():
    numbers = re.findall(r"`(\w+ = [^`]+)` in `([\w./]+)`", TEXTS["CostModel"])
    assert len(numbers) > 20
    wrong = [(number, file) for number, file in numbers
             if number not in " ".join((ROOT / file).read_text().split())]
    assert wrong == []


def test_the_glossary_is_in_order():
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]*?)\| ([^|]+?) \| ([^|]+?) \|$",
                      TEXTS["Glossary"], re.MULTILINE)
    terms = [row[0].lower() for row in rows if row[0] not in ("term", "---")]
    assert len(terms) >= 40
    assert len(set(terms)) == len(terms)
    assert terms == sorted(terms), "sort the terms"


def test_the_picture_is_up_to_date():
    printed = run_command(".venv/bin/python docs/architecture.py --check")
    assert printed == "architecture.svg is up to date\n"


@pytest.mark.parametrize("page", sorted(
    [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "lab").glob("*.md")]),
    ids=lambda page: page.stem)
def test_links_of_every_page_lead_somewhere(page: Path):
    prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    links = re.findall(r"(?<!`)\]\(([^)#: ]+)(?:#([^)]*))?\)", prose)
    for target, anchor in links:
        assert (page.parent / target).exists(), target
        assert not anchor or anchor in anchors((page.parent / target).read_text())
