# saving.py - functions of neo as ONNX models
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.onnx.save`: trace a function, derive its gradients, translate what it computes.

    neo.onnx.save(classify, neo.spec((8, 3, 32, 32), "f32"), "classify.onnx")

The operators of a traced function are index expressions. Their structure determines the
ONNX operators that they become (neo.onnx.writing), not the names of neo that the user
called.
"""

from __future__ import annotations

import inspect
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import is_array
from neo.batch import STAND_INS
from neo.errors import Error, UsageError, describe
from neo.jit import Jitted
from neo.leaves import identifier, leaf_names
from neo.native import canonical
from neo.onnx.model import Model
from neo.onnx.package import require_package
from neo.onnx.writing.any_batch import AnyBatch, Sized
from neo.onnx.writing.file import model_of, write
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.parsing import parse
from neo.onnx.writing.translation import Translation
from neo.provenance import Provenance
from neo.sources import remembering
from neo.specs import spec
from neo.tensor import Tensor

# Gradients are derived, calls replaced by what they call: one list of operators.
PIPELINE = ("builtin.module(canonicalize,func.func(neo-delinearize),neo-autodiff{"
            "declared-only partial-sums scatter},neo-drop-stop-gradient,inline,"
            "symbol-dce,canonicalize,cse)")


def save(function: Callable[..., Any], specs: Any, path: str | os.PathLike, *,
         inputs: Sequence[str] = (), outputs: Sequence[str] = (),
         external: bool | None = None) -> Any:
    """Writes `function` to `path` as an ONNX model, and returns its ModelProto.

    `specs` is the argument, or the tuple of arguments, or a dict of them by name. A
    `neo.spec` in it is an input of the model; an array, as in a dict of parameters, is
    a weight, and so is an array that the function uses from outside. Inputs and
    outputs are called as the function calls them, or as `inputs` and `outputs` say.
    Of a `neo.jit` function with a batch, the model takes any number of items.
    Weights lie in a file beside the model, `path` with `.data`, where there are more
    than 2 GB of them, or where `external` says so.

    Raises UnsupportedError for what ONNX has no operators for, UsageError, and what
    tracing raises.
    """
    require_package()
    if not callable(function):
        raise UsageError(describe(
            f"neo.onnx.save takes a function, not a {type(function).__name__}"))
    for chosen in (inputs, outputs):
        if any(not isinstance(name, str) or not name for name in chosen):
            raise UsageError(describe(
                f"names of inputs and outputs are words, not {list(chosen)}"))
    found = translated(function, specs, inputs, outputs)
    name = getattr(function, "__name__", type(function).__name__)
    return write(model_of(found.graph, name, found.inputs, found.outputs),
                 found.graph.initialisers, path, external)


def translated(function: Callable[..., Any], specs: Any, inputs: Sequence[str],
               outputs: Sequence[str]) -> Sized:
    """The graph of a function, its inputs and its outputs."""
    args, named = _arguments(specs)
    jitted = function if isinstance(function, Jitted) else Jitted(function)
    leaves, structure = tree.flatten((args, named), lists_of_numbers=True)
    names = _names(function, leaf_names(jitted.__wrapped__, structure), inputs, [
        isinstance(leaf, spec) for leaf in leaves])
    with remembering():
        in_batches = jitted.traced_in_batches(*args, **named)
        if in_batches is None:
            return _drawn(function, jitted.traced(*args, **named), leaves, names, outputs)
        one, other = (_drawn(function, in_batches(items), leaves, names, outputs, items)
                      for items in STAND_INS[0])
    AnyBatch(one, other).run()
    return one


def _drawn(function: Any, traced: Any, leaves: Sequence[Any], names: list[str],
           outputs: Sequence[str], items: int = 0) -> Sized:
    """The graph of a trace, whose arguments are `leaves` and are called `names`."""
    functions = parse(canonical(traced.text, PIPELINE, locations=True))
    main, graph = functions["main"], Graph()
    given = [None if isinstance(leaf, spec) else np.asarray(leaf) for leaf in leaves]
    weights = _weight_names(function, traced.captured)
    ports, tensors = [], {}
    for (parameter, kind), name, array in zip(
            main.parameters, names + weights, given + traced.captured, strict=True):
        if array is None:
            tensors[parameter] = Made(graph.fresh(name), kind.shape, kind.dtype)
            ports.append(tensors[parameter])
            graph.shapes[ports[-1].name] = kind.shape
        else:
            tensors[parameter] = graph.constant(array, kind.dtype, name)
    titles = [graph.fresh(name) for name in _output_names(
        function, traced.structure, outputs, len(traced.leaves))]
    found = iter(Translation(functions, Provenance(traced.text)).results(
        graph, main, tensors))
    results = []
    for leaf, title, dtype in zip(traced.leaves, titles, _types(function)):
        made = next(found) if isinstance(leaf, Tensor) else _of_value(graph, leaf)
        results.append(graph.output(made, title, dtype))
    return Sized(graph, ports, results, items)


def _types(function: Any) -> Iterator[np.dtype | None]:
    """The element types that outputs of a model have, whose trace may use others."""
    if isinstance(function, Model):
        return iter([port.dtype for port in function.outputs])
    return itertools.repeat(None)


def _arguments(specs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if isinstance(specs, Mapping):
        return (), dict(specs)
    if isinstance(specs, (tuple, list)):
        return tuple(specs), {}
    return (specs,), {}


def _of_value(graph: Graph, value: Any) -> Made:
    """A result that is an array or a number, and no tensor."""
    array = np.asarray(value)
    return graph.constant(array, spec(array.shape, array.dtype).dtype, "result")


# Names

def _names(function: Any, paths: Sequence[str], chosen: Sequence[str],
           are_inputs: Sequence[bool]) -> list[str]:
    """The names of the arguments' leaves: chosen for inputs, else as the function
    writes them."""
    count = sum(are_inputs)
    if not chosen and isinstance(function, Model):
        chosen = [port.name for port in function.inputs]
    if chosen and len(chosen) != count:
        raise UsageError(describe(
            f"inputs names {len(chosen)}, but the model has {count}: "
            + ", ".join(p for p, is_one in zip(paths, are_inputs) if is_one)))
    given = iter(chosen)
    return [next(given) if is_one and chosen else identifier(path)
            for path, is_one in zip(paths, are_inputs)]


def _output_names(function: Any, structure: Any, chosen: Sequence[str], count: int
                  ) -> list[str]:
    if not chosen and isinstance(function, Model):
        chosen = [port.name for port in function.outputs]
    if chosen and len(chosen) != count:
        raise UsageError(describe(
            f"outputs names {len(chosen)}, but the function returns {count}"))
    if chosen:
        return list(chosen)
    found = []
    for path in tree.names(structure, ""):
        name = identifier(path).strip("_")
        found.append(name if name.isidentifier() else f"output_{name}".rstrip("_"))
    return found


def _weight_names(function: Any, captured: Sequence[np.ndarray]) -> list[str]:
    """What the function calls the arrays that it uses from outside."""
    known = list(_around(function))
    return [next((name for name, array in known
                  if array.shape == each.shape and array.dtype == each.dtype
                  and np.array_equal(array.view(np.uint8), each.view(np.uint8))
                  ), "weight") if each.shape else "weight" for each in captured]


def _around(function: Any) -> Iterator[tuple[str, np.ndarray]]:
    """The arrays in variables of the function's module and of functions around it."""
    if isinstance(function, Model):
        yield from function.parameters.items()
        return
    try:
        found = inspect.getclosurevars(inspect.unwrap(function))
    except (TypeError, ValueError):
        return
    for name, value in (*found.nonlocals.items(), *found.globals.items()):
        if isinstance(value, Model):
            yield from value.parameters.items()
            continue
        if not (is_array(value) or isinstance(value, (dict, list, tuple))):
            continue
        try:
            leaves, structure = tree.flatten(value)
        except Error:
            continue
        for path, leaf in zip(tree.names(structure, name), leaves):
            if isinstance(leaf, np.ndarray) and leaf.flags.c_contiguous:
                yield identifier(path), leaf
