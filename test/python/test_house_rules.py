# test_house_rules.py - every file is small, tidy and says whose it is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The rules of CONTRIBUTING.md that a program can check."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import lizard
import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE = 400
MAX_FUNCTION = 60
MAX_FUNCTIONS_OF_A_TEST = 4
LEAST_VERIFIED = 0.25

# What git does not track either.
LEFT_OUT = re.compile(r"build.*|shared|out|__pycache__|.*\.egg-info|\.git")
CPP = {".cpp", ".h"}
PYTHON = {".py", ".pyi"}
SOURCES = CPP | PYTHON | {".td", ".sh"}
# Spelled in pieces, as this file obeys the rule too.
MACHINE_PATH = re.compile("|".join(
    "/" + place for place in ("work/", "tmp/", "home/", "root/", "Users/")))


def tracked_files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not LEFT_OUT.fullmatch(name)
                      and (name == ".ci" or not name.startswith("."))]
        yield from (Path(folder, name) for name in names
                    if not LEFT_OUT.fullmatch(name))


def with_suffix(suffixes: set[str]) -> list[Path]:
    return [file for file in FILES if file.suffix in suffixes]


FILES = sorted(tracked_files())
LIT_TESTS = [file for file in FILES if file.suffix == ".mlir"
             and file.is_relative_to(ROOT / "test")]
TEXTS: dict[Path, str] = {}
for each in FILES:
    try:
        TEXTS[each] = each.read_text()
    except UnicodeDecodeError:
        pass  # A picture.


def offences(pattern: str) -> list[str]:
    """`file:line` of each match, to be compared with an empty list."""
    return [f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
            for file, text in TEXTS.items()
            for match in re.finditer(pattern, text, re.MULTILINE)]


def test_the_walk_finds_the_sources():
    for file in ("CMakeLists.txt", ".ci/run", "lib/Dialect/ComputeOp.cpp"):
        assert ROOT / file in TEXTS


def test_files_are_short():
    lengths = {str(file.relative_to(ROOT)): text.count("\n")
               for file, text in TEXTS.items() if file.suffix != ".csv"}
    assert {f: n for f, n in lengths.items() if n > MAX_FILE} == {}


@pytest.mark.extended
def test_functions_are_short():
    found = lizard.analyze_files(
        [str(file) for file in with_suffix(CPP | {".py"})], threads=1)
    functions = [f for file in found for f in file.function_list]
    assert len(functions) > 1000  # The counter understands the language.
    assert [f"{f.filename}:{f.start_line} {f.name}: {f.length} lines"
            for f in functions if f.length > MAX_FUNCTION] == []


def test_lit_tests_hold_one_situation():
    functions = {str(file.relative_to(ROOT)):
                 len(re.findall(r'^ *"?\w+\.func\b', TEXTS[file], re.MULTILINE))
                 for file in LIT_TESTS}
    assert sum(functions.values()) > len(LIT_TESTS)  # The pattern finds them.
    assert {file: n for file, n in functions.items()
            if n > MAX_FUNCTIONS_OF_A_TEST} == {}


def test_lit_tests_verify_diagnostics():
    verified = [file for file in LIT_TESTS if "--verify-diagnostics" in TEXTS[file]]
    assert len(verified) >= LEAST_VERIFIED * len(LIT_TESTS)


def test_lit_tests_run_on_every_processor():
    """None waits for a feature of the processor that lit runs on: a test names the
    machine that code is made for. Some need tools: those of MLIR (`stock`), or ptxas."""
    needs = {need.strip() for file in LIT_TESTS for clause, need in re.findall(
        r"(REQUIRES|UNSUPPORTED|XFAIL):(.*)", TEXTS[file])}
    assert needs == {"stock", "ptxas"}
    assert '"NEO_TARGET"] = "unnamed"' in TEXTS[ROOT / "test" / "lit.cfg.py"]


def test_no_file_is_a_bag_of_utilities():
    assert [file for file in FILES
            if re.fullmatch(r"utils?|helpers?|misc", file.stem, re.I)] == []


def test_sources_name_their_licence():
    line = "Part of Neo. SPDX-License-Identifier: Apache-2.0\n"
    assert [str(file.relative_to(ROOT)) for file in with_suffix(SOURCES)
            if line not in "".join(TEXTS[file].splitlines(True)[:4])] == []


def test_first_lines_name_the_file():
    assert [str(file.relative_to(ROOT)) for file in with_suffix(SOURCES - {".sh"})
            if file.name not in TEXTS[file].split("\n", 1)[0]] == []


def test_header_guards_follow_the_path():
    wrong = []
    for header in (ROOT / "include").rglob("*.h"):
        name = re.sub(r"\W", "_", str(header.relative_to(ROOT / "include")))
        if f"#ifndef {name.upper()}\n" not in TEXTS[header]:
            wrong.append(str(header.relative_to(ROOT)))
    assert wrong == []


CLASS = re.compile(r"(?:template <.*> )?(?:class|struct|union) (?:\[\[\w+\]\] )?"
                   r"(\w+)(?!\w|::|<)(?:[^;]*$|.*\{)")


def shared_classes(text: str) -> Iterator[str]:
    """Names, with their namespaces, of the classes that other files could link to."""
    opened = ["global"]
    for line in text.splitlines():
        if namespace := re.match(r"namespace\b ?([\w:]*) \{", line):
            opened.append(namespace[1])
        elif line.startswith("} // namespace"):
            opened.pop()
        elif opened[-1] and (found := CLASS.match(line)):
            yield f"{opened[-1]}::{found[1]}"


def test_classes_of_a_namespace_have_names_of_their_own():
    """Two of one name share destructors and copies, whichever the linker meets first."""
    homes: dict[str, set[str]] = {}
    for file in with_suffix({".h", ".cpp"}):
        if not file.is_relative_to(ROOT / "unittests"):
            for name in shared_classes(TEXTS[file]):
                homes.setdefault(name, set()).add(str(file.relative_to(ROOT)))
    assert homes
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_whitespace_is_tidy():
    assert offences(r"\t") == []
    assert offences(r"[ \r]+$") == []
    assert [str(file.relative_to(ROOT)) for file, text in TEXTS.items()
            if text and (not text.endswith("\n") or text.endswith("\n\n"))] == []


def test_nothing_names_a_machine_path():
    assert offences(MACHINE_PATH.pattern) == []


def test_nothing_is_left_to_do():
    assert offences("TO" + "DO|FIX" + "ME") == []


@pytest.mark.extended
def test_cpp_is_formatted():
    tool = shutil.which("clang-format-22")
    if tool is None:
        pytest.skip("clang-format-22 is not installed: run scripts/setup.sh")
    wrong = subprocess.run(
        [tool, "--dry-run", "-Werror", *map(str, with_suffix(CPP))],
        capture_output=True, text=True, cwd=ROOT)
    files = {line.split(":")[0] for line in wrong.stderr.splitlines()
             if "error:" in line}
    assert sorted(files) == [], "run clang-format-22 -i on these files"
