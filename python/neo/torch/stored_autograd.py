# stored_autograd.py - what AOTAutograd made, kept for the next process
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""AOTAutograd's results in Neo's cache.

To functionalise a graph, take its gradient and partition it takes AOTAutograd longer
than anything else in a first call whose programs are there. PyTorch has a cache of the
results, AOTAutogradCache, made for Inductor: its keys hold Inductor's options and the
source of its kernel templates, which takes two seconds to import, and its folder has
neither a limit nor checks. So the results are PyTorch's: which inputs are written, which
outputs are views, what is saved for the backward pass, and all that wraps a compiled
graph accordingly. The key, and where they are kept, are Neo's:

    torch.compile -> Dynamo's graph -> AOTAutograd -> key -> found: wrap forward, backward
                                                          -> else: trace; keep the result

The key is a hash of the graph's code, of what is known of its inputs, of which of them
share memory, and of the state of PyTorch that tracing depends on. What it could not tell
apart is traced in every process: symbols for sizes, custom operators and functions,
subclasses of tensors, and graphs within graphs.

Versions of PyTorch whose results cannot hold other compilers' graphs have no such
store: there, this module cannot be imported.
"""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import pickle
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import torch
from torch._dynamo.utils import GmWrapper
from torch._functorch import aot_autograd
from torch._functorch._aot_autograd import graph_compile
from torch._functorch._aot_autograd.autograd_cache import (AOTAutogradCache,
                                                           AOTAutogradCacheInfo,
                                                           AOTAutogradCachePickler,
                                                           BypassAOTAutogradCache,
                                                           BypassFxGraphCache,
                                                           check_cacheable,
                                                           create_fx_config,
                                                           sanitize_gm_for_cache,
                                                           sync_cache_decision_cross_ranks)
from torch._inductor.output_code import OutputCode
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import GraphModule
from torch.package.importer import ObjMismatchError, ObjNotFoundError

from neo.native import core
from neo.torch.packing import Packed
from neo.torch.runs import Compiled
from neo.torch.stored import key_of

_EXPECTED = ("mod", "args", "aot_config", "compiler_config_extra", "local", "remote",
             "act_input_paths", "compile_region_name")
if tuple(inspect.signature(AOTAutogradCache.try_load).parameters) != _EXPECTED:
    raise ImportError("this version of PyTorch asks its cache otherwise")

#: Namespaces of operators that are PyTorch's, and so of its version.
_OPERATORS = ("aten", "prims", "prim")


class _Unknown(Exception):
    """What of a graph its key could not tell."""


class StoredGraph(Compiled, OutputCode):
    """A compiled graph that is pickled as its ATen operators."""

    def __reduce__(self) -> Any:
        content = self.packed.content
        if content is None:
            raise pickle.PicklingError("the graph has what cannot be kept")
        return _restored, (content, self.places)

    def prepare_for_serialization(self) -> None:
        """Nothing: what is pickled is made when it is."""

    def post_compile(self, *_: Any) -> None:
        """Nothing: a graph is planned when it is called."""


def _restored(content: bytes, places: Sequence[int]) -> StoredGraph:
    return _Restored(Packed(content=content), weights=places)


class _Restored(StoredGraph):
    """A graph from the cache. Nothing has told Dynamo to leave it alone."""

    __call__ = torch._dynamo.disable(Compiled.__call__)


@dataclasses.dataclass
class _Described:
    """What AOTAutograd's result follows from, in terms of which pickle knows."""

    module: GraphModule
    inputs: Sequence[Any]
    memory: Sequence[tuple[int, ...]]
    config: Any
    paths: Any
    custom: Sequence[str]
    options: Any
    state: Any


def _described(module: GraphModule, inputs: Sequence[Any], config: Any, paths: Any
               ) -> _Described:
    for node in module.graph.nodes:
        if isinstance(node.target, torch._ops.HigherOrderOperator):
            raise _Unknown(f"graphs within {node.target}")
        if isinstance(node.target, torch._ops.OpOverload | torch._ops.OpOverloadPacket) \
                and str(node.target).split(".")[0] not in _OPERATORS:
            raise _Unknown(f"the custom operator {node.target}")
    if any(isinstance(m, GraphModule) for m in module.children()):
        raise _Unknown("graphs within a graph")
    for each in inputs:
        if type(each) is not FakeTensor or each.device.type != "cpu" \
                or any(isinstance(n, torch.SymInt) for n in each.shape):
            raise _Unknown(f"the input {each}")
    return _Described(
        module, inputs, _memory(inputs), config, tuple(paths),
        [repr(n.meta.get("custom")) for n in module.graph.nodes],
        torch._functorch.config.save_config(), _state())


def _memory(inputs: Sequence[Any]) -> list[tuple[int, ...]]:
    """What PyTorch leaves out of keys of tensors: for each input the first one that
    shares its memory, where it begins there, and of shared memory the size."""
    names = [each.untyped_storage()._cdata for each in inputs]
    first, count = {name: n for n, name in reversed([*enumerate(names)])}, Counter(names)
    return [(first[name], each.storage_offset(),
             each.untyped_storage().nbytes() if count[name] > 1 else 0)
            for name, each in zip(names, inputs)]


def _state() -> tuple[Any, ...]:
    """Of PyTorch in this thread, as far as tracing depends on it."""
    return (torch.is_grad_enabled(), torch.is_inference_mode_enabled(),
            torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"),
            torch.are_deterministic_algorithms_enabled(), torch.get_default_dtype())


def _key(module: Any, inputs: Sequence[Any], config: Any, paths: Any) -> bytes:
    """The key of a graph. Raises _Unknown, and PyTorch's reasons against a cache."""
    if isinstance(module, GmWrapper):
        raise _Unknown("inputs in containers")
    with sanitize_gm_for_cache(module):
        check_cacheable(module)
        pickler = AOTAutogradCachePickler(module)
        return key_of(b"autograd", pickler.get_hash(
            _described(module, inputs, config, paths)).encode())


class _Store(AOTAutogradCache):
    """Stands for AOTAutogradCache while Neo's backend has AOTAutograd compile."""

    @staticmethod
    def try_load(mod: Any, args: list[Any], aot_config: Any, extra: Any, local: bool,
                 remote: bool, act_input_paths: Any = (),
                 compile_region_name: str | None = None) -> tuple[Any, Any]:
        """The function of an earlier process, or a configuration that has one kept."""
        try:
            key = _key(mod, args, aot_config, act_input_paths)
        except (_Unknown, BypassAOTAutogradCache,
                BypassFxGraphCache, pickle.PicklingError, TypeError,
                AttributeError, ObjNotFoundError, ObjMismatchError):
            key = None
        found = None if key is None else core().cached_graph(key)
        # Where several processes compile together, all do or none.
        if not sync_cache_decision_cross_ranks(found is not None):
            found = None
        if found is not None:
            entry = pickle.loads(found)
            return entry.wrap_post_compile(
                args, aot_config, create_fx_config(extra)), aot_config
        if key is not None:
            aot_config = dataclasses.replace(
                aot_config, cache_info=AOTAutogradCacheInfo(
                    key.hex(), time.time_ns(), forward_symints=[]))
        return None, aot_config

    @staticmethod
    def save(key: str, entry: Any, remote: bool) -> None:
        """Keeps a result, unless something in it cannot be."""
        try:
            entry.pre_save()
            content = pickle.dumps(dataclasses.replace(
                entry, guards_expr=None, aot_joint_graph_str=None,
                aot_forward_graph_str=None, aot_backward_graph_str=None,
                min_cut_info_str=None))
        except (pickle.PicklingError, TypeError, AttributeError):
            return
        core().cache_graph(bytes.fromhex(key), content)


@contextlib.contextmanager
def storing() -> Iterator[None]:
    """Has AOTAutograd keep its results in Neo's cache, and find them there."""
    with patch.object(aot_autograd, "AOTAutogradCache", _Store), \
            patch.object(graph_compile, "AOTAutogradCache", _Store), \
            torch._functorch.config.patch(bundled_autograd_cache=True,
                                          force_non_lazy_backward_lowering=True):
        yield


__all__ = ["StoredGraph", "storing"]
