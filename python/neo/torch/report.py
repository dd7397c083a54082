# report.py - what became of a model
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.torch.explain`: what of a model Neo computes, in how many kernels, and what
PyTorch does and why."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch._dynamo.utils import counters
from torch.utils import _pytree as pytree

from neo.jit import Jitted
from neo.native import core
from neo.torch.graph import Plan
from neo.torch.versions import supported

#: Has Dynamo count the compilations of an explanation apart from all others, and so from
#: its limit, where PyTorch can.
_ISOLATED = supported(isolate_recompiles=True)


@dataclass
class Explanation:
    """What became of a model; printed, a line for each kind of thing.

    `operators` counts the ATen operators that Neo computes by their names, `kernels`
    what they became, `graphs` those that Dynamo and AOTAutograd made. `fallbacks` are
    pairs of the name and the reason, one for each node that PyTorch runs. `breaks` are
    the reasons for which Dynamo left code to Python, whose operators nobody counts:
    `fullgraph=True` makes them errors.
    """

    graphs: int = 0
    programs: int = 0
    kernels: int = 0
    operators: Counter[str] = field(default_factory=Counter)
    fallbacks: list[tuple[str, str]] = field(default_factory=list)
    breaks: list[str] = field(default_factory=list)

    def add(self, plan: Plan) -> None:
        """Counts one graph."""
        self.graphs += 1
        self.operators.update(plan.known)
        self.fallbacks += [(f.name, f.reason) for f in plan.fallbacks]
        for stage in plan.stages:
            if not plan.gives(stage):
                continue
            specs = [plan.spec(n) for n in plan.needs(stage)]
            self.programs += 1
            found, _ = core().explain(Jitted(plan.function(stage)).ir(*specs))
            self.kernels += len(found)

    def __str__(self) -> str:
        count = sum(self.operators.values())
        lines = [f"{_many(self.graphs, 'graph')}: {_many(count, 'operator')} in "
                 f"{_many(self.programs, 'program')} of "
                 f"{_many(self.kernels, 'kernel')}, {len(self.fallbacks)} in PyTorch"]
        lines += [f"{number:6} {name}" for name, number in self.operators.most_common()]
        lines += [f"{number:6} {name} in PyTorch: {reason}"
                  for (name, reason), number in Counter(self.fallbacks).items()]
        lines += [f"{number:6} left to Python: {reason}"
                  for reason, number in Counter(self.breaks).items()]
        return "\n".join(lines)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def explain(model: Callable[..., Any], *inputs: Any, **named: Any) -> Explanation:
    """What becomes of `model(*inputs)` with backend="neo", and of its gradients.

    The model runs once, in the mode that it is in, and backwards where a gradient is
    recorded. Inputs and a module's buffers are as before then, and no tensor gets a
    gradient. Fallbacks are allowed whatever NEO_TORCH_STRICT says.
    """
    from neo.torch.compiler import Backend
    plans: list[Plan] = []
    compiled = torch.compile(model, backend=Backend(plans.append, strict=False),
                             **_ISOLATED)
    before = _left_to_python()
    with _kept(model, (inputs, named)), torch.random.fork_rng([]):
        outputs = compiled(*inputs, **named)
        moving = [o for o in pytree.tree_leaves(outputs)
                  if isinstance(o, torch.Tensor) and o.requires_grad]
        if leaves := _leaves(moving):
            torch.autograd.grad(moving, leaves, [torch.ones_like(o) for o in moving],
                                allow_unused=True)
    found = Explanation()
    for plan in plans:
        found.add(plan)
    found.breaks = list((_left_to_python() - before).elements())
    return found


def _left_to_python() -> Counter[str]:
    """Dynamo's reasons for leaving code to Python so far: those of breaks between two
    graphs, and of code without a graph."""
    found: Counter[str] = Counter()
    for reason, number in (Counter(counters["graph_break"])
                           | Counter(counters["unimplemented"])).items():
        title, *lines = reason.splitlines()
        why = [line.split(":", 1)[1] for line in lines if "Explanation:" in line]
        found[f"{title}:{why[0]}" if why else title] += number
    return found


def _leaves(tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The tensors that a backward pass would give gradients."""
    found: list[torch.Tensor] = [t for t in tensors if t.is_leaf]
    seen: set[Any] = set()
    nodes = [t.grad_fn for t in tensors]
    while nodes:
        node = nodes.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if isinstance(node, torch._C._functions.AccumulateGrad):
            found.append(node.variable)
        nodes += [before for before, _ in node.next_functions]
    return found


@contextlib.contextmanager
def _kept(model: Any, inputs: Any) -> Iterator[None]:
    """Leaves inputs and buffers as they were."""
    module = getattr(model, "__self__", model)
    tensors = [t for t in pytree.tree_leaves(inputs) if isinstance(t, torch.Tensor)]
    if isinstance(module, torch.nn.Module):
        tensors += module.buffers()
    before = {t: (t._version, t.detach().clone()) for t in tensors
              if not t.is_inference()}
    try:
        yield
    finally:
        with torch.no_grad():
            for tensor, (version, value) in before.items():
                if tensor._version != version:
                    tensor.copy_(value)
