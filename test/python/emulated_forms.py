# emulated_forms.py - which instructions Neo's kernels have, and which are tested
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""    python test/python/emulated_forms.py

Lists the forms of instructions in the kernels of the benchmark's operators, of each
family and of every element type, for both chips, and marks those that no unit test of
the emulator holds to its definition. A form is an opcode with all of its modifiers.
test/fuzz/test_forms.py asks the same of random programs.
"""

import functools
import re
import sys
from collections import Counter
from pathlib import Path

import neo

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
from cases import CASES, QUICK  # noqa: E402

CHIPS = ("sm_80", "sm_90")
TYPES = ("float32", "float16", "bfloat16", "float64", "tf32")
#: The types of elements, in which the other programs come.
ELEMENTS = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8", "bool")
#: One case of each family, in all types; the others in float32 alone.
TYPED = ("GEMM1024", "C2", "softmax_768", "gelu_768", "colsum_768")
OPCODE = re.compile(r"^\s*(?:\{\s*)?(?:@!?%\w+\s+)?([a-z][a-z0-9_]*(?:\.[\w:]+)*)[^;]*;",
                    re.MULTILINE)
COMMENT = re.compile("//.*")
SUFFIX = re.compile(r"\.(?:uni|nc|L1::\w+|evict_\w+)(?=\.|$)")


def forms_in(ptx: str) -> Counter[str]:
    """The instructions of a text, without hints that change no value."""
    found = (SUFFIX.sub("", form) for form in OPCODE.findall(ptx))
    return Counter(form for form in found if not form.startswith(("pragma", "param")))


def program_of(name: str, dtype: str) -> str:
    """The IR of a case's values and adjoints."""
    operator = CASES[name].operator
    expression = neo.expr(operator.text, **operator.extents)
    specs = [neo.spec(shape, "float32" if dtype == "tf32" else dtype)
             for shape in (*operator.shapes.values(), operator.result)]
    return neo.jit(lambda *a: (expression(*a[:-1]), *expression.vjp(a[:-1], a[-1])),
                   device="cuda", allow_tf32=dtype == "tf32").ir(*specs)


def other_programs() -> list[str]:
    """Functions, integers, positions and lookups."""
    x, k = neo.spec((40, 70), "float32"), neo.spec((40, 70), "int32")
    functions = neo.jit(lambda x: [f(x) for f in (
        neo.sin, neo.cos, neo.tanh, neo.exp, neo.log, neo.sqrt, neo.rsqrt, neo.erf,
        neo.sigmoid, neo.floor, neo.ceil, neo.round, neo.abs, neo.exp2,
        neo.log2, neo.atan, neo.sinh, neo.expm1, neo.log1p)])
    integers = neo.jit(lambda k: (k // 3, k % 5, k.max(axis=1), k.sum(axis=0),
                                  k.argmax(axis=1), (k > 2).any(axis=1)))
    lookups = neo.jit(lambda x, i: neo.grad(
        lambda x: (neo.take(x, i, axis=0) ** 2).sum())(x))
    casts = neo.jit(lambda x: [x.astype(t) for t in (
        "float16", "bfloat16", "float64", "int32", "int64", "int8", "bool")])
    return [functions.ir(x), integers.ir(k), lookups.ir(x, neo.spec((9,), "int64")),
            casts.ir(x)]


def typed_programs() -> list[str]:
    """Arithmetic, comparisons, casts, reductions, functions and lookups in each type."""
    def traced(f, *specs):
        return neo.jit(f, device="cuda").ir(*(neo.spec(*spec) for spec in specs))

    programs = []
    for dtype in ELEMENTS:
        x, is_bool = ((300, 70), dtype), dtype == "bool"
        programs.append(traced(lambda x: (
            x + x, x * x, x.max(axis=0), x.min(axis=1), x.sum(), x.argmax(axis=1), x.T,
            *[x.astype(to) for to in ELEMENTS]), x))
        programs += [traced(lambda a, i: neo.take(a, i, 0), x, ((40,), index))
                     for index in ("int64", "int32")]
        if is_bool:
            continue
        programs.append(traced(lambda x: (
            x // 3, x % 5, abs(x), -x, neo.maximum(x, x * 2), neo.where(x > 2, x, -x),
            x == x * 2, x <= 1), x))
        programs += [traced(lambda x: x.T @ x, x), traced(lambda x: x.prod(), x)]
        if dtype.startswith(("float", "bfloat")):
            programs.append(traced(lambda x: (
                x / 3, neo.exp(x), neo.log(x), neo.sqrt(x), neo.rsqrt(x), neo.tanh(x),
                neo.sin(x), neo.cos(x), neo.erf(x), x**x, neo.floor(x), neo.ceil(x),
                neo.softmax(x, 1), neo.gelu(x)), x))
    return programs


def emitted() -> Counter[str]:
    """How often each form stands in the kernels."""
    texts = [program_of(name, "float32") for name in QUICK]
    texts += [program_of(name, dtype) for name in TYPED for dtype in TYPES[1:]]
    texts += other_programs() + typed_programs()
    return sum((forms_in(neo.ptx(text, chip)) for text in texts for chip in CHIPS),
               Counter())


@functools.cache
def tested() -> frozenset[str]:
    """The forms in the unit tests, where modifiers may stand in several strings."""
    files = [file for folder in ("unittests/Emulator", "test/Emulator")
             for file in (ROOT / folder).rglob("*")
             if file.suffix in (".cpp", ".ptx") and file.name != "RefusalsTest.cpp"]
    texts = [COMMENT.sub("", file.read_text().replace("\\n", "\n")) for file in files]
    words = re.findall(r"[a-z][a-z0-9_]*(?:\.[\w:]+)+|\bret\b|\bbra\b|\bexit\b",
                       "\n".join(texts))
    return frozenset(SUFFIX.sub("", word) for word in words)


def untested(forms: Counter[str]) -> list[str]:
    return sorted(form for form in forms if form not in tested())


if __name__ == "__main__":
    everything = emitted()
    for form, count in everything.most_common():
        print(f"{count:8}  {'' if form in tested() else 'NOT TESTED  '}{form}")
    print(f"{len(everything)} forms, {len(untested(everything))} of them not tested")
