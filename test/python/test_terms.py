# test_terms.py - the code says what the field says
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Words that docs/Glossary.md lists as former: where the field has a term, comments,
names, messages and pages use it, so that a compiler engineer can search for it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = ("lib", "include/Neo", "neo-opt", "python", "benchmarks", "examples", "scripts",
           "docs", "test", "unittests", "cmake")
SUFFIXES = {".h", ".cpp", ".c", ".td", ".mlir", ".txt", ".py", ".pyi", ".md", ".cmake",
            ".sh"}
# The glossary and this file name the words; docs/lab is a record of what was measured.
LEFT_OUT = re.compile(r"docs/Glossary\.md|docs/lab/.*|test/python/test_terms\.py"
                      r"|.*/__pycache__/.*")

FORMER = {
    "cost": r"[Pp]ric(?:e|ed|es|ing)\b|\b[Pp]rice|[a-z]Price",
    "prefetch": r"\b[Aa]sk(?:s|ed|ing)?(?: for)? ahead|[Aa]skAhead|[Rr]eadAhead|[Rr]ead ahead mlir"
                r"|\bask (?:near|far|nothing)\b",
    "staged write-back": r"[Dd]rain",
    "interleaving, or serialised": r"[Tt]akes? turns|TakeTurns|have its turn\b",
    "in parallel, contiguous or interleaved": r"[Ss]ide by side|SideBySide",
    "TLB miss": r"[Pp]age ?[Ww]alk",
    "set conflict": r"[Rr]ow ?[Ss]ets\b",
    "compute-at": r"[Ss]tep ?[Cc]hain|step_chain",
    "register pressure": r"[Hh]eld ?[Vv]alues",
    "full unroll": r"[Ww]ritten ?[Ss]teps|[Ww]ritten ?Code|written-out"
                   r"|(?:steps?|taps?|reductions?|loops?|products?|channels)"
                   r" (?:is|are|would be) written out",
    "accumulator initialisation": r"[Rr]esumed ?[Tt]ile",
    "packed dot product": r"[Ww]ord ?[Pp]roduct|[Mm]ultiplyWords|put in words"
                          r"|WordRun|HalfWords",
    "sweep": r"\bRowPass|[Pp]ass(?:es)? over (?!`)",
    "streaming store": r"past the caches|PastCaches",
    "disjoint footprints": r"[Oo]wn_?Parts|parts of (?:their|its) own",
    "exposed latency": r"[Ll]ateLines",
    "reconvergence": r"[Mm]eeting place|[Ll]anes (?:that )?part (?:at|and)\b",
    "wavefront": r"countPasses|traffic\.passes",
    "error message": r"\b(?:a|the|an error) sentence in\b|[Ee]rror sentence",
    "maximum of live bytes": r"[Bb]usiest ?(?:[Ss]tep|Bytes)",
    "dependence on a loop": r"[Kk]nows(?:Any)?Loop",
    "mutex": r"<Turn>|\bTurn turn",
    "loop-invariant, or not": r"(?:loops?|lanes) (?:that |which )?(?:do(?:es)? not )?"
                              r"moves? (?:it|them)\b|(?:inner|outer) loops (?:do not )?move\b",
    "loop shifting": r"[Mm]oved? ?Terms",
    "placed lanes": r"\bknown places",
    "slowdown of a stream": r"\bpaceOf|\bpace of (?:a|the) stream",
    "distributed over": r"[Dd]ealt out (?:to|over)|LineDeal",
    "processed together": r"\bin work together",
    "placeholder extent": r"\bstand-ins? (?:for|of) (?:the|a) (?:batch|size)",
    "emit a remark": r"\bsay in a remark",
}


def sources() -> dict[str, str]:
    files = {str(file.relative_to(ROOT)): file for folder in FOLDERS
             for file in (ROOT / folder).rglob("*") if file.suffix in SUFFIXES}
    return {name: files[name].read_text() for name in sorted(files)
            if not LEFT_OUT.fullmatch(name)}


TEXTS = sources()


@pytest.mark.parametrize("name", [
    "lib/Schedule/ScheduleCost.cpp", "include/Neo/Runtime/C/Neo.h",
    "lib/Emulator/Warp.cpp", "lib/Machine/GPUMachine.cpp", "lib/Target/CodeGen.cpp",
    "neo-opt/neo-run.cpp", "python/neo/jit.py", "python/Compiler.cpp",
    "benchmarks/run.py", "scripts/setup.sh", "docs/Kernels.md"])
def test_the_walk_finds_the_sources(name: str):
    assert name in TEXTS
    assert len(TEXTS) > 2000


def over_lines(pattern: str) -> str:
    """Spaces of the pattern match line breaks of prose and of comments, too."""
    gap = r"[\s/#]"
    return pattern.replace(" ?", gap + "*").replace(" ", gap + "+")


@pytest.mark.parametrize("text, found", [
    ("rows side by side", True), ("rows side\n// by side", True),
    ("rows, side\n  by side", True), ("a side by", False)])
def test_a_word_is_found_over_line_breaks(text: str, found: bool):
    pattern = over_lines(FORMER["in parallel, contiguous or interleaved"])
    assert bool(re.search(pattern, text)) == found


@pytest.mark.parametrize("term", FORMER)
def test_files_are_named_by_the_term_of_the_field(term: str):
    """Read as words: side_by_side.mlir, ReadAhead.cpp and read-ahead.md alike."""
    def words(name: str) -> str:
        return re.sub(r"[\W_]+|(?<=[a-z])(?=[A-Z])", " ", name)
    assert [name for name in TEXTS
            if re.search(over_lines(FORMER[term]), words(name))] == []


@pytest.mark.parametrize("term", FORMER)
def test_the_term_of_the_field_is_used(term: str):
    pattern = over_lines(FORMER[term])
    found = [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: "
             f"'{match[0]}' is {term}"
             for name, text in TEXTS.items()
             for match in re.finditer(pattern, text)]
    assert found == []
