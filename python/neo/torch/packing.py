# packing.py - graphs of ATen operators as bytes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A graph that outlives the process.

torch.fx pickles a graph as source code, which is traced anew when it is read, and
without what is known of each node. Here a node is what it is made of, with the number
of a node (a *slot*) where it reads another one:

    x: placeholder                 Record("placeholder", "x", "x", (), {}, fake 2 x 3)
    y = aten.mul.Tensor(x, 2)      Record("call_function", "mul", aten.mul.Tensor,
                                          (Slot(0), 2), {}, fake 2 x 3)

An operator goes by its name, a fake tensor by its shape, strides and element type. What
has no such form is refused: symbols for sizes, functions that are no operators, large
constants.
"""

from __future__ import annotations

import io
import operator
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from torch._ops import OpOverload
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx import Graph, GraphModule, Node
from torch.fx.node import map_aggregate

from neo.torch.graph import Meta, known_of

#: The most bytes of constants that are kept beside a graph.
MOST_CONSTANT = 1 << 20


class Unpackable(Exception):
    """What of a graph cannot be kept."""


@dataclass(frozen=True)
class Slot:
    """Stands for the result of a node, by the node's number in its graph."""

    number: int


def slotted(arguments: Any, numbers: Mapping[Node, int]) -> Any:
    """Arguments of a node, with slots for nodes."""
    return map_aggregate(arguments, lambda a: Slot(numbers[a])
                         if isinstance(a, Node) else a)


class _Packer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, OpOverload):
            return "operator", obj.namespace, obj._schema.name, obj._overloadname
        if isinstance(obj, FakeTensor):
            if obj.layout is not torch.strided or any(
                    isinstance(n, torch.SymInt) for n in (*obj.shape, *obj.stride())):
                raise Unpackable(f"a tensor of {obj.layout} and shape {obj.shape}")
            return ("fake", tuple(obj.shape), obj.stride(), obj.storage_offset(),
                    obj.dtype, str(obj.device))
        if isinstance(obj, torch.Tensor) and (
                obj.nbytes > MOST_CONSTANT or obj.layout is not torch.strided):
            raise Unpackable(f"a constant of {obj.layout} and {obj.nbytes} bytes")
        if isinstance(obj, torch.SymInt | torch.SymFloat | torch.SymBool | Node):
            raise Unpackable(f"the symbol {obj}")
        return None


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: Any):
        super().__init__(file)
        self._mode = FakeTensorMode()

    def persistent_load(self, pid: Any) -> Any:
        if pid[0] == "operator":
            _, namespace, name, overload = pid
            packet = getattr(getattr(torch.ops, namespace), name.split("::")[1])
            return getattr(packet, overload)
        _, shape, strides, offset, dtype, device = pid
        with self._mode:
            if offset == 0:
                return torch.empty_strided(shape, strides, dtype=dtype, device=device)
            last = sum((n - 1) * step for n, step in zip(shape, strides) if n)
            memory = torch.empty(offset + last + 1, dtype=dtype, device=device)
            return memory.as_strided(shape, strides, offset)


def pack(what: Any) -> bytes:
    """Bytes of something made of operators, tensors and plain data.

    Raises Unpackable for what must not be kept, and pickle's errors for what cannot.
    """
    file = io.BytesIO()
    _Packer(file, protocol=5).dump(what)
    return file.getvalue()


def unpack(content: bytes) -> Any:
    """What `pack` was given."""
    return _Unpacker(io.BytesIO(content)).load()


class Packed:
    """A graph with all that is known of it, and its bytes: one is made of the other
    where it is asked for."""

    def __init__(self, module: GraphModule | None = None, content: bytes | None = None):
        self.module = module
        self._content = content

    @cached_property
    def content(self) -> bytes | None:
        """The bytes; None where the graph cannot be kept."""
        if self._content is not None:
            return self._content
        assert self.module is not None
        try:
            return pack(_records(self.module))
        except (Unpackable, pickle.PicklingError, AttributeError, TypeError):
            return None

    @cached_property
    def known(self) -> tuple[Graph, Meta, dict[Node, Any]]:
        """The graph, what PyTorch knows of each node, and the tensors it holds."""
        if self.module is not None:
            return (self.module.graph, *known_of(self.module))
        assert self._content is not None
        return _rebuilt(unpack(self._content))


def _records(module: GraphModule) -> list[tuple[Any, ...]]:
    metas, constants = known_of(module)
    numbers = {node: n for n, node in enumerate(module.graph.nodes)}
    found = []
    for node in module.graph.nodes:
        if node.op == "call_function" and node.target is not operator.getitem \
                and not isinstance(node.target, OpOverload):
            raise Unpackable(f"the function {node.target}")
        if node.op == "get_attr" and not isinstance(constants[node], torch.Tensor):
            raise Unpackable(f"the attribute {node.target}")
        found.append((node.op, node.name, node.target, slotted(node.args, numbers),
                      slotted(node.kwargs, numbers), metas.get(node)))
    return found


def _rebuilt(records: list[tuple[Any, ...]]) -> tuple[Graph, Meta, dict[Node, Any]]:
    graph, nodes = Graph(), list[Node]()
    metas: Meta = {}
    constants: dict[Node, Any] = {}

    def known(argument: Any) -> Any:
        return nodes[argument.number] if isinstance(argument, Slot) else argument

    for op, name, target, args, kwargs, meta in records:
        node = graph.create_node(op, target, map_aggregate(args, known),
                                 map_aggregate(kwargs, known), name)
        nodes.append(node)
        if op == "get_attr":
            constants[node] = meta
        if meta is not None:
            metas[node] = meta
    return graph, metas, constants


__all__ = ["Packed", "Slot", "Unpackable", "pack", "slotted", "unpack"]
