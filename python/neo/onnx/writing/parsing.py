# parsing.py - from the IR's text to the statements of a program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Recursive descent over what `neo.canonical` prints (docs/Dialect.md).

The text is read after the passes that derive gradients and inline calls, so a function
that differentiates is one list of operators like any other; only the steps of scans are
functions of their own.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from neo.affine import Linear, of_constant, of_variable
from neo.compute import Guard
from neo.onnx.refusals import UnsupportedError
from neo.onnx.writing.program import (Access, Compute, Constant, Function, Indexed, Loops,
                                      Same, Scalar, Scan, Statement)
from neo.onnx.writing.tokens import Words
from neo.specs import FLOATS, numpy_type, spec

Item = TypeVar("Item")
_FORMATS = {"f64": ("<Q", "<d"), "f32": ("<I", "<f"), "f16": ("<H", "<e")}


def parse(text: str) -> dict[str, Function]:
    """The functions of a module by name."""
    return _Parser(text).module()


def number(text: str, dtype: str) -> int | float:
    """A literal of an element type; a float may be its bits."""
    if text.lstrip("-").startswith("0x") and dtype in FLOATS:
        bits = int(text, 16)
        if dtype == "bf16":
            bits, dtype = bits << 16, "f32"
        whole, real = _FORMATS[dtype]
        return struct.unpack(real, struct.pack(whole, bits))[0]
    if text in ("true", "false"):
        return int(text == "true")
    return float(text) if dtype in FLOATS else int(text, 0)


class _Parser:
    def __init__(self, text: str):
        self.words = Words(text)
        self.types: dict[str, spec] = {}

    def module(self) -> dict[str, Function]:
        words, found = self.words, {}
        words.expect("module")
        if words.accept("attributes"):
            words.skip("{", "}")
        words.expect("{")
        while words.accept("func.func"):
            words.accept("private")
            function = self.function(words.take()[1:])
            found[function.name] = function
        return found

    def function(self, name: str) -> Function:
        words, made = self.words, Function(name)
        self.types = {}
        words.expect("(")
        made.parameters = self.several(")", self.parameter)
        self.types.update(made.parameters)
        if words.accept("->"):
            self.result_types()
        if words.accept("attributes"):
            words.skip("{", "}")
        if words.accept("{"):
            while not words.accept("}"):
                if words.accept("return") or words.accept("func.return"):
                    made.results = self.names()
                    if words.accept(":"):
                        self.list_of_types()
                    words.line()
                else:
                    made.statements.append(self.statement())
        words.line()
        return made

    def parameter(self) -> tuple[str, spec]:
        name = self.words.take()
        if name.startswith("tensor<"):
            return "", self.type_of(name)
        self.words.expect(":")
        kind = self.type()
        self.words.skip("{", "}")
        self.words.line()
        return name, kind

    # Pieces

    def several(self, end: str, one: Callable[[], Item]) -> list[Item]:
        """Items between commas, up to `end`."""
        found: list[Item] = []
        while not self.words.accept(end):
            self.words.accept(",")
            found.append(one())
        return found

    def names(self) -> list[str]:
        """Tensors between commas, as many as follow."""
        found = []
        while self.words.next.startswith("%"):
            found.append(self.words.take())
            self.words.accept(",")
        return found

    def type(self) -> spec:
        return self.type_of(self.words.take())

    def type_of(self, text: str) -> spec:
        *extents, dtype = text[len("tensor<"):-1].split("x")
        return spec(tuple(map(int, extents)), dtype)

    def list_of_types(self) -> list[spec]:
        found = [self.type()]
        while self.words.accept(","):
            found.append(self.type())
        return found

    def result_types(self) -> list[spec]:
        if self.words.accept("("):
            return self.several(")", self.type)
        return [self.type()]

    def loops(self) -> Loops:
        def one() -> tuple[str, int]:
            name = self.words.take()
            self.words.expect(":")
            return name, int(self.words.take())
        self.words.expect("[")
        return tuple(self.several("]", one))

    def form(self) -> Linear:
        """A sum of products."""
        negative = self.words.accept("-")
        total = self.product() * (-1 if negative else 1)
        while self.words.next in ("+", "-"):
            sign = 1 if self.words.take() == "+" else -1
            total = total + self.product() * sign
        return total

    def product(self) -> Linear:
        left = self.atom()
        while self.words.next in ("*", "floordiv", "mod", "ceildiv"):
            op, right = self.words.take(), self.atom()
            if op == "*":
                left = right * left.constant if left.is_constant else \
                    left * right.constant
            elif op == "ceildiv":
                left = (left * -1).divided("//", right.constant) * -1
            else:
                left = left.divided("//" if op == "floordiv" else "%", right.constant)
        return left

    def atom(self) -> Linear:
        word = self.words.take()
        if word == "(":
            inner = self.form()
            self.words.expect(")")
            return inner
        if word == "-":
            return self.atom() * -1
        return of_constant(int(word)) if word.isdigit() else of_variable(word)

    def guards(self) -> tuple[Guard, ...]:
        def one() -> Guard:
            left = self.form()
            return Guard(left, self.words.take(), self.form())
        self.words.expect("(")
        return tuple(self.several(")", one))

    def index(self) -> tuple[Linear, ...]:
        self.words.expect("[")
        return tuple(self.several("]", self.form))

    def access(self) -> Access:
        tensor, index = self.words.take(), self.index()
        if not self.words.accept("if"):
            return Access(tensor, index)
        guards = self.guards()
        self.words.expect("else")
        sign = "-" * self.words.accept("-")
        pad = number(sign + self.words.take(), self.types[tensor].dtype)
        return Access(tensor, index, guards, pad)

    # Statements

    def statement(self) -> Statement:
        names, count = [self.words.take()], 1
        if self.words.accept(":"):
            count = int(self.words.take())
        while self.words.accept(","):
            names.append(self.words.take())
        self.words.expect("=")
        results = names if count == 1 else [f"{names[0]}#{n}" for n in range(count)]
        read = {
            "neo.compute": self.compute, "neo.gather": self.indexed,
            "neo.scatter_add": self.indexed, "neo.scan": self.scan,
            "arith.constant": self.constant, "neo.wait": self.wait,
            "neo.stop_gradient": self.wait,
        }.get(self.words.next)
        if read is None:
            raise UnsupportedError(self.words.next, "",
                                   "it is no index expression, gather or scan")
        made: Statement = read(results)
        self.types.update(made.results)
        return made

    def compute(self, names: list[str]) -> Compute:
        words = self.words
        words.take()
        loops, kind, reductions = self.loops(), "", ()
        if re.fullmatch("[a-z]+", words.next) and words.next != "where":
            kind, reductions = words.take(), self.loops()
        accesses = []
        while words.next.startswith("%"):
            accesses.append(self.access())
            words.accept(",")
        where = self.guards() if words.accept("where") else ()
        words.skip("{", "}") if not words.accept(":") else None
        result = self.signature()[0]
        arguments, body, yielded = self.body()
        return Compute(((names[0], result),), words.line(), loops, kind, reductions,
                       tuple(accesses), where, arguments, body, yielded)

    def signature(self) -> list[spec]:
        """`(types) -> types`, of which the second are given."""
        self.words.accept(":")
        self.result_types()
        self.words.expect("->")
        return self.result_types()

    def body(self) -> tuple[tuple[str, ...], tuple[Scalar, ...], str]:
        words = self.words
        arguments: list[str] = []
        lines = []
        words.expect("{")
        if words.next.startswith("^"):
            words.take()
            words.expect("(")
            arguments = [name for name, _ in self.several(")", self.argument)]
            words.expect(":")
        while not words.accept("neo.yield"):
            lines.append(self.scalar())
        yielded = words.take()
        words.expect(":")
        words.take()
        words.line()
        words.expect("}")
        return tuple(arguments), tuple(lines), yielded

    def argument(self) -> tuple[str, str]:
        name = self.words.take()
        self.words.expect(":")
        dtype = self.words.take()
        self.words.line()
        return name, dtype

    def scalar(self) -> Scalar:
        """`%3 = arith.cmpf ole, %1, %2 : f32`."""
        words = self.words
        result = words.take()
        words.expect("=")
        name, said = words.take(), ""
        while not words.next.startswith(("%", ":", "loc(")):
            said += words.take()
        operands = self.names()
        self.flags()
        dtype = ""
        if words.accept(":"):
            dtype = words.take()
            if words.accept(","):
                words.take()
            if words.accept("to"):
                dtype = words.take()
        words.line()
        if name == "arith.constant":
            dtype = "i1" if said in ("true", "false") else dtype
            return Scalar(result, name, (), number(said, dtype), dtype)
        return Scalar(result, name, tuple(operands), said.rstrip(","), dtype)

    def flags(self) -> None:
        """`overflow<nsw>`, `exact`: what a pass knows of the operands, for LLVM."""
        while re.fullmatch("[a-z]+", self.words.next):
            self.words.take()
            self.words.skip("<", ">")

    def indexed(self, names: list[str]) -> Indexed:
        words = self.words
        adds = words.take() == "neo.scatter_add"
        loops, source = self.loops(), words.take()
        if adds:
            self.index()
            words.expect("into")
        words.expect("[")
        index = self.several("]", lambda: self.access()
                             if words.next.startswith("%") else self.form())
        where = self.guards() if words.accept("where") else ()
        words.skip("{", "}")
        result = self.signature()[0]
        return Indexed(((names[0], result),), words.line(), adds, loops, source,
                       tuple(index), where)

    def scan(self, names: list[str]) -> Scan:
        words = self.words
        words.take()
        step = words.take()[1:]
        words.expect("steps")
        steps, reverse = int(words.take()), words.accept("reverse")
        parts: dict[str, list[str]] = {}
        while words.next in ("carry", "over", "with"):
            word = words.take()
            words.expect("(")
            parts[word] = self.several(")", words.take)
        words.skip("{", "}")
        results = tuple(zip(names, self.signature()))
        return Scan(results, words.line(), step, steps, reverse,
                    *(tuple(parts.get(w, ())) for w in ("carry", "over", "with")))

    def constant(self, names: list[str]) -> Constant:
        words = self.words
        words.take()
        text = words.take()
        words.expect(":")
        what = self.type()
        return Constant(((names[0], what),), words.line(), _dense(text, what))

    def wait(self, names: list[str]) -> Same:
        words = self.words
        words.take()
        inputs = self.names()
        if words.accept("for"):
            self.names()
        words.skip("{", "}")
        words.expect(":")
        kinds = self.list_of_types()
        if words.accept("for"):
            self.list_of_types()
        return Same(tuple(zip(names, kinds)), words.line(), tuple(inputs))


def _dense(text: str, what: spec) -> Any:
    """The array of `dense<...>`: one number, a nested list, or bytes."""
    inner, kind = text[len("dense<"):-1], numpy_type(what.dtype)
    if inner.startswith('"'):
        raw = bytes.fromhex(inner.strip('"')[2:])
        return np.frombuffer(raw, kind).reshape(what.shape)
    listed = [number(word, what.dtype) for word in
              re.findall(r"[-\w.+]+", inner)]
    array = np.array(listed, kind)
    return np.broadcast_to(array.reshape(()), what.shape) if array.size == 1 else \
        array.reshape(what.shape)
