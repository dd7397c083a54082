# header.py - the C header of a module
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The header of a module: for each input and output its index and its extents, and a
function with typed arguments, so that a C compiler diagnoses buffers in the wrong
order.

    classify_run(module, /* x: f32[1, 784] */ x, /* logits: f32[1, 10] */ logits)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import prod
from typing import Any

from neo.leaves import identifier

# Types that C lacks are passed as integers of the same bits.
C_TYPES = {"f64": "double", "f32": "float", "f16": "uint16_t", "bf16": "uint16_t",
           "i64": "int64_t", "i32": "int32_t", "i8": "int8_t", "i1": "uint8_t"}
#: Names that parameters cannot have: keywords of C and C++, what stands in the header's
#: own code, and macros of the standard headers.
_KEYWORDS = frozenset(C_TYPES.values()) | frozenset("""
    auto break case char const continue default do double else enum extern float for goto
    if inline int long register restrict return short signed sizeof static struct switch
    typedef union unsigned void volatile while
    alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t char8_t class
    co_await co_return co_yield compl concept const_cast consteval constexpr constinit
    decltype delete dynamic_cast explicit export false friend mutable namespace new
    noexcept not not_eq nullptr operator or or_eq private protected public
    reinterpret_cast requires static_assert static_cast template this thread_local throw
    true try typeid typename typeof using virtual wchar_t xor xor_eq
    module neo_module neo_run complex imaginary linux noreturn unix
    EOF I INFINITY NAN NULL SIZE_MAX assert errno stderr stdin stdout""".split())

#: Names that C keeps for itself, and macros of <stdint.h> and of Neo's header.
_RESERVED = re.compile(r"_[A-Z_]\w*|NEO_\w*|(U?INT|PTRDIFF_|SIZE_|SIG_ATOMIC_|WCHAR_|WINT_)"
                       r"\w*(MAX|MIN|WIDTH|_C)", flags=re.ASCII)


def header(name: str, inputs: list[dict[str, Any]], outputs: list[dict[str, Any]]
           ) -> str:
    """The text of `name`.h; inputs and outputs are those of the manifest."""
    prefix = "neo_module" if name == "neo" else c_name(name)  # neo_run is the library's.
    upper = prefix.upper()
    takes = _distinct([c_name(t["name"]) for t in inputs])
    gives = _distinct([c_name(t["name"]) for t in outputs], takes)
    lines = [f"/* {name}.h - what the module {name} takes and gives; made by neo.export */",
             f"#ifndef NEO_MODULE_{upper}_H", f"#define NEO_MODULE_{upper}_H", "",
             "#include \"Neo/Runtime/C/Neo.h\"", ""]
    for side, tensors, names in (("INPUT", inputs, takes), ("OUTPUT", outputs, gives)):
        lines += _places(f"{upper}_{side}", tensors, names)
    parameters = [f"const {C_TYPES[t['dtype']]} *{n}" for n, t in zip(takes, inputs)]
    parameters += [f"{C_TYPES[t['dtype']]} *{n}" for n, t in zip(gives, outputs)]
    lines += [f"static inline int {prefix}_run(",
              "    " + ",\n    ".join(["neo_module *module", *parameters]) + ") {",
              f"  const void *inputs[] = {{{_list(takes)}}};",
              f"  void *outputs[] = {{{_list(gives)}}};",
              "  return neo_run(module, inputs, outputs);", "}", "", "#endif", ""]
    return "\n".join(lines)


def _places(prefix: str, tensors: list[dict[str, Any]], names: list[str]
            ) -> Iterable[str]:
    """An enumeration of the tensors, and how many elements each has."""
    if not tensors:
        return
    yield "enum {"
    for number, (tensor, name) in enumerate(zip(tensors, names)):
        extents = ", ".join(map(str, tensor["shape"]))
        yield f"  {prefix}_{name.upper()} = {number}, /* {tensor['dtype']}[{extents}] */"
    yield "};"
    for tensor, name in zip(tensors, names):
        yield f"#define {prefix}_{name.upper()}_ELEMENTS {prod(tensor['shape'])}"
    yield ""


def _list(names: list[str]) -> str:
    """An array of C has an element at least."""
    return ", ".join(names) or "0"


def c_name(name: str) -> str:
    """`name` as an identifier of C."""
    found = identifier(name)
    if _RESERVED.fullmatch(found):
        return f"x{found}" if found.startswith("_") else f"x_{found}"
    return f"_{found}" if found[0].isdigit() or found in _KEYWORDS else found


def _distinct(names: list[str], taken: Iterable[str] = ()) -> list[str]:
    """The names, with numbers behind those that stand twice, or whose constants would,
    which are in capitals."""
    found: list[str] = []
    constants: set[str] = set()
    for name in names:
        each, number = name, 2
        while each in (*taken, "inputs", "outputs") or constants & _constants(each):
            each, number = f"{name}_{number}", number + 1
        found.append(each)
        constants |= _constants(each)
    return found


def _constants(name: str) -> set[str]:
    return {name.upper(), f"{name.upper()}_ELEMENTS"}
