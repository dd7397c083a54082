# agree.py - one program against the interpreter, as a test
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What the fuzzer prints of a program that fails can be pasted as a test:

    def test_lost_guard():
        agree(Program(lines=[...], inputs=[Tensor(...)], ...))
"""

from __future__ import annotations

from program import Program
from worker import outcome_of


def agree(program: Program) -> None:
    """Raises AssertionError unless the program runs and is right."""
    outcome = outcome_of(program)
    assert outcome["kind"] == "right", \
        f"{outcome['kind']}: {outcome['text']}\n{program.source}"
