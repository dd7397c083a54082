# model.py - a loaded model, to be called
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.onnx.Model`: a graph of ONNX as a function of neo.

Called inside a function that neo traces, a model records its graph there, so that it
fuses with the surrounding operators and has derivatives. Called on arrays it is compiled
on its own, once for their shapes; and once for each set of values of those inputs that
determine shapes, such as the new shape of a Reshape, which the first trace finds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from neo.arrays import is_array
from neo.errors import ShapeError, UsageError, describe
from neo.jit import Jitted
from neo.onnx.element_types import FLOATS, from_carrier, to_carrier
from neo.onnx.items import MOST_STATIC, Item
from neo.onnx.ports import Port, argument, port_of
from neo.onnx.refusals import ModelError, Undecided, UnsupportedError
from neo.onnx.scope import Scope, initialisers
from neo.recent import Recent
from neo.tensor import Tensor
from neo.trace import active


class Model:
    """A model of ONNX: `m(*arrays)` in the order of `inputs`, or by their names.

    Gives a list with an array for each of `outputs`. `parameters` are its floating
    initialisers by name, and `m.apply(parameters, *arrays)` computes with others, which
    is the form that `neo.grad` takes.

    Raises ModelError, UnsupportedError, ShapeError, DtypeError, UsageError.
    """

    def __init__(self, proto: Any, scope: Scope):
        self._graph, self._scope = proto.graph, scope
        self.__name__ = str(proto.graph.name) or "model"
        self._constants = initialisers(self._graph, scope.folder)
        ports = [port_of(value, "input") for value in self._graph.input]
        self.inputs: tuple[Port, ...] = tuple(
            p for p in ports if p.name not in self._constants)
        self._defaults = {p.name: p for p in ports if p.name in self._constants}
        self.outputs: tuple[Port, ...] = tuple(
            port_of(value, "output") for value in self._graph.output)
        self._ports = {p.name: p for p in self.inputs}
        self._static: set[str] = set()
        self._programs = Recent()

    @property
    def parameters(self) -> dict[str, np.ndarray]:
        """The initialisers that are floats, by name: the parameters of training."""
        return {name: item.raw for name, item in self._constants.items()
                if item.dtype in FLOATS and name not in self._static}

    def __repr__(self) -> str:
        inputs = ", ".join(map(str, self.inputs))
        return f"neo.onnx.Model({inputs} -> {', '.join(map(str, self.outputs))})"

    def __call__(self, *arrays: Any, **named: Any) -> list[Any]:
        """The outputs for arrays, or for traced tensors."""
        return self._outputs({}, arrays, named)

    def apply(self, parameters: Mapping[str, Any], *arrays: Any, **named: Any
              ) -> list[Any]:
        """The outputs with other values for some or all of `parameters`."""
        self._check_parameters(parameters)
        return self._outputs(parameters, arrays, named)

    def _outputs(self, parameters: Mapping[str, Any], arrays: tuple[Any, ...],
                 named: Mapping[str, Any]) -> list[Any]:
        given = self._arguments(arrays, named)
        if active() is not None:
            return self._inside(parameters, given)
        while True:
            try:
                return self._run(parameters, given)
            except Undecided as need:
                self._decide(need.names, given)
            except MemoryError:
                raise ModelError(describe(
                    "there is no memory for the tensors between its operators, or for "
                    "its outputs")) from None

    def _run(self, parameters: Mapping[str, Any], given: Mapping[str, np.ndarray]
             ) -> list[np.ndarray]:
        if not self._static:
            return self._program({}).run(parameters, given)
        static = {n: given[n] for n in sorted(self._static & given.keys())}
        return self._program(static).run(
            {n: p for n, p in parameters.items() if n not in self._static},
            {n: a for n, a in given.items() if n not in static})

    def ir(self, *arrays: Any, **named: Any) -> str:
        """The IR for these arguments, arrays or neo.specs, for neo.explain."""
        given = {**dict(zip(self._ports, arrays)), **named}
        return Jitted(lambda **inputs: self(**inputs)).ir(**given)

    def _program(self, static: Mapping[str, np.ndarray]) -> _Program:
        key = tuple((n, a.shape, a.tobytes()) for n, a in static.items())
        return self._programs.get(key, lambda: _Program(self, static))

    def _inside(self, parameters: Mapping[str, Any], given: Mapping[str, Any]
                ) -> list[Any]:
        """The outputs in the trace that is active."""
        while True:
            try:
                fixed = {n: p for n, p in parameters.items() if n not in self._static}
                return [i.raw for i in self.traced(fixed, given)]
            except Undecided as need:
                inputs = sorted(need.names & given.keys())
                if inputs:
                    raise UnsupportedError(f"input '{inputs[0]}'", "", (
                        "its values decide shapes, and inside neo.jit it has none: "
                        "pass an array that is no argument of the jitted function"
                    )) from None
                self._static |= need.names

    def _decide(self, names: frozenset[str], given: Mapping[str, np.ndarray]) -> None:
        """Makes inputs constants of the program, if they may determine shapes."""
        for name in sorted(names & given.keys()):
            array = given[name]
            if array.size > MOST_STATIC or array.ndim > 1:
                raise UnsupportedError(f"input '{name}'", "", (
                    f"its values decide shapes, and with the shape {array.shape} "
                    "it is data, for which shapes are constants"))
        self._static |= names

    # Arguments

    def _arguments(self, arrays: tuple[Any, ...], named: Mapping[str, Any]
                   ) -> dict[str, Any]:
        """The arguments by name."""
        ports = self._ports
        if not named and len(arrays) == len(ports):
            return {n: argument(p, value) for (n, p), value in
                    zip(ports.items(), arrays)}
        if not arrays and named.keys() == ports.keys():
            return {n: argument(p, named[n]) for n, p in ports.items()}
        given = dict(zip(ports, arrays))
        wrong = [f"'{n}' is no input" if n not in ports and n not in self._defaults
                 else f"'{n}' is given twice"
                 for n in named if n in given or n not in ports | self._defaults]
        given |= named
        wrong += [f"'{n}' is missing" for n in ports if n not in given]
        if wrong or len(arrays) > len(ports):
            wrong = wrong or [f"{len(arrays)} arrays are given"]
            raise UsageError(describe(
                f"the model takes {', '.join(map(str, self.inputs)) or 'no inputs'}: "
                + ", and ".join(wrong)))
        return {n: argument(ports.get(n) or self._defaults[n], value)
                for n, value in given.items()}

    def _check_parameters(self, parameters: Mapping[str, Any]) -> None:
        for name, value in parameters.items():
            item = self._constants.get(name)
            if item is None or item.dtype not in FLOATS:
                raise UsageError(describe(f"the model has no parameter '{name}'"))
            shape = tuple(value.shape if is_array(value) or isinstance(value, Tensor)
                          else np.shape(value))
            if shape != item.shape:
                raise ShapeError(describe(
                    f"parameter '{name}' has the shape {item.shape}, not {shape}"))

    def traced(self, parameters: Mapping[str, Any], given: Mapping[str, Any]
               ) -> list[Item]:
        """The outputs as items of the active trace."""
        scope = Scope(self._scope.opsets, self._scope.functions, self._scope.folder)
        scope.items.update(self._constants)
        ports = {p.name: p for p in (*self.inputs, *self._defaults.values())}
        for name, value in parameters.items():
            scope.items[name] = _item(name, value, self._constants[name].dtype)
        for name, value in given.items():
            scope.items[name] = _item(name, value, ports[name].dtype)
        return scope.run_graph(self._graph)


def _item(name: str, value: Any, dtype: np.dtype) -> Item:
    if isinstance(value, Tensor):
        return Item(dtype, value, frozenset((name,)))
    return Item(dtype, np.asarray(value, dtype))


class _Program:
    """The model for some values of the inputs that determine shapes."""

    def __init__(self, model: Model, static: Mapping[str, np.ndarray]):
        self._model, self._static = model, static
        self._dtypes: list[np.dtype] = []
        self._jitted: dict[tuple[str, ...], Jitted] = {}

    def _made(self, names: tuple[str, ...]) -> Jitted:
        """The function of parameters and of arrays with these names, which are its
        arguments one by one, for such are passed on at once."""
        def traced(*arrays: Any, parameters: Mapping[str, Any] = {}
                   ) -> tuple[Any, ...]:
            items = self._model.traced(parameters,
                                       {**dict(zip(names, arrays)), **self._static})
            self._dtypes = [i.dtype for i in items]
            return tuple(i.raw for i in items)  # which a program gives as it is

        return self._jitted.setdefault(names, Jitted(traced))

    def run(self, parameters: Mapping[str, Any], given: Mapping[str, np.ndarray]
            ) -> list[np.ndarray]:
        """The outputs, in the element types of the model."""
        names = tuple(given)
        jitted = self._jitted.get(names) or self._made(names)
        arrays = map(to_carrier, given.values())
        found = jitted(*arrays, parameters=dict(parameters)) if parameters else \
            jitted(*arrays)
        return [a if type(a) is np.ndarray and a.dtype == d else
                from_carrier(np.asarray(a), d) for a, d in zip(found, self._dtypes)]
