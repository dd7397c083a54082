# test_terms.py - the code says what the field says
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Words that docs/Glossary.md lists as former: where the field has a term, comments,
names and messages use it, so that a compiler engineer can search for it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = [f"{place}/{part}" for place in ("lib", "include/Neo", "test", "unittests")
           for part in ("Analysis", "Dialect", "Transforms", "Schedule", "Conversion",
                        "Pipelines")]
SUFFIXES = {".h", ".cpp", ".td", ".mlir", ".txt"}

FORMER = {
    "cost": r"[Pp]ric(?:e|ed|es|ing)\b|\b[Pp]rice|[a-z]Price",
    "prefetch": r"\b[Aa]sk(?:s|ed|ing)?(?: for)? ahead|[Aa]skAhead|[Rr]eadAhead"
                r"|\bask (?:near|far|nothing)\b",
    "staged write-back": r"[Dd]rain",
    "interleaving": r"[Tt]akes? turns|SideBySide",
    "TLB miss": r"[Pp]age ?[Ww]alk",
    "set conflict": r"[Rr]ow ?[Ss]ets\b",
    "compute-at": r"[Ss]tep ?[Cc]hain",
    "register pressure": r"[Hh]eld ?[Vv]alues",
    "full unroll": r"[Ww]ritten ?[Ss]teps",
    "accumulator initialisation": r"[Rr]esumed ?[Tt]ile",
    "packed dot product": r"[Ww]ord ?[Pp]roduct|[Mm]ultiplyWords|put in words",
    "sweep": r"\bRowPass|[Pp]ass(?:es)? over (?:a|the|different) rows?\b",
}


def sources() -> dict[Path, str]:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")
             if file.suffix in SUFFIXES]
    return {file: file.read_text() for file in sorted(files)}


TEXTS = sources()


def test_the_walk_finds_the_sources():
    assert len(TEXTS) > 1000
    assert ROOT / "lib" / "Schedule" / "ScheduleCost.cpp" in TEXTS


@pytest.mark.parametrize("term", FORMER)
def test_the_term_of_the_field_is_used(term: str):
    found = [f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: "
             f"'{match[0]}' is {term}"
             for file, text in TEXTS.items()
             for match in re.finditer(FORMER[term], text)]
    assert found == []
