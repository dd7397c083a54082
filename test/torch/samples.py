# samples.py - one operator of PyTorch's own tests, eager and by Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A worker of opinfo.py: reads numbers of OpInfo entries, writes what became of them.

For each of the first samples of an entry the operator runs eagerly and compiled with
backend="neo", from equal seeds, on copies. Outputs and their strides, the gradients for
fixed cotangents and the inputs afterwards have to be equal.

A gradient of None is not one of zeros, except where AOTAutograd alone, without a
compiler, makes it so: `aot_eager` is run for what differs in this way only.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree as pytree

import neo.torch
from neo.torch.compiler import Backend
from neo.torch.strides import order_of

ENTRIES = [o for o in op_db
           if o.supports_autograd and o.supports_dtype(torch.float64, "cpu")]
RTOL, ATOL = 1e-7, 1e-9
#: Of types with fewer digits, where the order of sums shows.
COARSE = {torch.float32: 1e-4, torch.float16: 1e-1, torch.bfloat16: 1.0}


def name_of(entry: Any) -> str:
    variant = entry.variant_test_name
    return entry.name + (f".{variant}" if variant else "")


def copied(tree: Any) -> Any:
    """Leaves of the same values, each of which may need a gradient."""
    return pytree.tree_map_only(torch.Tensor, lambda t: t.detach().clone()
                                .requires_grad_(t.requires_grad), tree)


def tensors(tree: Any) -> list[torch.Tensor]:
    return [t for t in pytree.tree_leaves(tree) if isinstance(t, torch.Tensor)]


def cotangent(output: torch.Tensor) -> torch.Tensor:
    count = output.numel()
    return torch.linspace(0.5, 1.5, count, dtype=torch.float64).reshape(
        output.shape).to(output.dtype)


def run(function: Any, sample: Any) -> tuple[Any, Any, Any]:
    """Outputs and which of them have gradients, the gradients, and what is left in the
    inputs."""
    torch.manual_seed(7)
    inputs = copied((sample.input, sample.args, sample.kwargs))
    # What is changed in place must not be a leaf.
    given = pytree.tree_map_only(
        torch.Tensor, lambda t: t * 1 if t.requires_grad else t, inputs)
    outputs = function(given[0], *given[1], **given[2])
    moving = [o for o in tensors(outputs) if o.requires_grad]
    wanted = [t for t in tensors(inputs) if t.requires_grad]
    gradients: Any = [None] * len(wanted)
    if moving and wanted:
        gradients = torch.autograd.grad(moving, wanted, list(map(cotangent, moving)),
                                        allow_unused=True)
    detached = pytree.tree_map_only(torch.Tensor, torch.Tensor.detach,
                                    (outputs, given))
    has_gradient = [o.requires_grad for o in tensors(outputs)]
    return (detached[0], has_gradient), list(gradients), detached[1]


def compared(found: Any, expected: Any, rtol: float = RTOL) -> str:
    """What differs; nothing if all is equal."""
    for what, one, other in zip(("outputs", "gradients", "inputs"), found, expected):
        for n, (a, b) in enumerate(zip(pytree.tree_leaves(one),
                                       pytree.tree_leaves(other), strict=True)):
            why = differs(a, b, rtol) or what == "outputs" and lies_otherwise(a, b)
            if why:
                return f"{what} {n}: {why}"
    return ""


def same_but_missing(found: Any, expected: Any) -> str:
    """What differs besides gradients that are zeros on one side and None on the other;
    "missing" if nothing does."""
    def filled(one: Any, other: Any) -> Any:
        return torch.zeros_like(other) if one is None and other is not None else one

    (outputs, _), gradients, inputs = found
    (others, _), wanted, after = expected
    return compared((outputs, list(map(filled, gradients, wanted)), inputs),
                    (others, list(map(filled, wanted, gradients)), after)) or "missing"


def differs(a: Any, b: Any, rtol: float = RTOL) -> str:
    tensors = isinstance(a, torch.Tensor) + isinstance(b, torch.Tensor)
    if tensors < 2:
        same = not tensors and (a == b or (a != a and b != b))
        return "" if same and type(a) is type(b) else f"{a} is not {b}"[:300]
    rtol = max(rtol, COARSE.get(b.dtype, 0.0))
    try:
        torch.testing.assert_close(a, b, rtol=rtol, atol=rtol * ATOL / RTOL,
                                   equal_nan=True)
    except AssertionError as error:
        return " ".join(str(error).split())[:300]
    return ""


def lies_otherwise(a: Any, b: Any) -> str:
    """How strides differ, where b has neither gaps nor overlaps."""
    if not isinstance(b, torch.Tensor) or order_of(b) is None or not b.numel():
        return ""
    # Where there is one of something, no step is taken.
    one, other = ([s for s, n in zip(t.stride(), t.shape) if n > 1] for t in (a, b))
    return "" if one == other else f"strides {a.stride()} are not {b.stride()}"


def judged(entry: Any, sample: Any, found: Any, expected: Any) -> str:
    """What differs and is Neo's; nothing if all is equal."""
    why = compared(found, expected)
    if not why or same_but_missing(found, expected) != "missing":
        return why
    torch._dynamo.reset()
    counters = {k: v.copy() for k, v in torch._dynamo.utils.counters.items()}
    plain = run(torch.compile(entry.get_op(), backend="aot_eager"), sample)
    torch._dynamo.utils.counters.update(counters)
    return compared(found, plain)


def tried(entry: Any, count: int) -> dict[str, Any]:
    """What became of the first samples of an entry."""
    found: dict[str, Any] = {"name": name_of(entry), "state": "equal", "why": "",
                             "fallbacks": [], "graphs": 0, "samples": 0}
    fallbacks: set[tuple[str, str]] = set()
    samples = entry.sample_inputs("cpu", torch.float64, requires_grad=True)
    for _, sample in zip(range(count), samples):
        plans: list[Any] = []
        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()
        compiled = torch.compile(entry.get_op(), backend=Backend(plans.append))
        try:
            expected = run(entry.get_op(), sample)
        except Exception:
            continue  # Not one that eager mode takes.
        found["samples"] += 1
        try:
            why = judged(entry, sample, run(compiled, sample), expected)
        except Exception as error:
            found |= {"state": "error", "why": " ".join(str(error).split())[:400]}
            break
        fallbacks |= {(f.name, f.reason) for p in plans for f in p.fallbacks}
        stats = torch._dynamo.utils.counters["stats"]
        found["graphs"] = max(found["graphs"], stats["unique_graphs"])
        if not plans and stats["unique_graphs"]:
            found["graphs"] = max(found["graphs"], 1)  # Nothing to compute.
        if torch._dynamo.utils.counters["graph_break"] or not stats["unique_graphs"]:
            found["graphs"] = max(found["graphs"], 2)
        if why:
            found |= {"state": "wrong", "why": why}
            break
    if not found["samples"]:
        found |= {"state": "error", "why": "no sample that eager mode takes"}
    return found | {"fallbacks": sorted(fallbacks)}


def main() -> None:
    warnings.simplefilter("ignore")
    torch._dynamo.config.suppress_errors = False
    print("ready", len(ENTRIES), flush=True)
    for line in sys.stdin:
        number, count = map(int, line.split())
        entry = ENTRIES[number]
        try:
            found = tried(entry, count)
        except Exception as error:
            found = {"name": name_of(entry), "state": "error", "fallbacks": [],
                     "graphs": 0, "why": f"harness: {error}"[:400]}
        print("done " + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
