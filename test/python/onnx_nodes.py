# onnx_nodes.py - ONNX's own node tests, run by neo.onnx
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The node tests that the onnx package ships, each loaded, run and compared.

    PYTHONPATH=build/python .venv/bin/python test/python/onnx_nodes.py [-k WORD] [--jobs N]

Cases run in worker processes with a time limit, so that a crash is a line of the
result and not its end. A case passes by its own tolerance, or but for a rounding of its
element type, is refused by name (UnsupportedError), is wrong (other values, another
error), crashes or is slow. What has strings, sequences or optionals is left out, and so
are the elements of a Cast that ONNX leaves undefined.
"""

from __future__ import annotations

import argparse
import multiprocessing
import multiprocessing.connection
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

# The expected values are random draws: shape and element type are compared.
DRAWN = ("Bernoulli", "RandomUniformLike")
LIMIT = 60.0  # Seconds for one case.


def tensors_alone(model: Any) -> bool:
    """Whether all inputs and outputs are tensors, and none of strings."""
    from onnx import TensorProto
    types = [value.type for value in (*model.graph.input, *model.graph.output)]
    return all(t.WhichOneof("value") == "tensor_type" and
               t.tensor_type.elem_type != TensorProto.STRING for t in types)


def node_cases(word: str = "") -> dict[str, Any]:
    """The cases by name, of which `word` is a part."""
    from onnx.backend.test.loader import load_model_tests
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = load_model_tests(kind="node")
    return {case.name: case for case in found
            if word in case.name and tensors_alone(case.model)}


def is_drawn(case: Any) -> bool:
    """Whether the outputs are random."""
    nodes = case.model.graph.node
    return any(n.op_type in DRAWN for n in nodes) or any(
        n.op_type == "Dropout" for n in nodes) and len(nodes[0].input) == 3 \
        and "training" in case.name and "zero_ratio" not in case.name


def arrays(values: Any) -> list[np.ndarray]:
    """Inputs or outputs of a case as arrays; types that NumPy lacks are protos."""
    from onnx import numpy_helper
    return [v if isinstance(v, (np.ndarray, np.generic)) else numpy_helper.to_array(v)
            for v in values]


def defined(case: Any, inputs: list[np.ndarray], kind: Any) -> Any:
    """Which elements the operator defines: not floats that a Cast takes out of the
    range of a narrow integer, whose expected values are ml_dtypes' own (0.7 has zeros,
    what came before wrapped around)."""
    import ml_dtypes
    if "_cast" not in case.name or str(kind) not in ("int4", "uint4", "int2", "uint2"):
        return ...
    limits, x = ml_dtypes.iinfo(kind), np.trunc(inputs[0].astype(np.float64))
    return (x >= int(limits.min)) & (x <= int(limits.max))


def agree(case: Any, inputs: list[np.ndarray], expected: Any, found: Any) -> bool:
    """Whether outputs are what the case expects, by its own tolerance.

    False where some are but for a rounding: expected 16-bit floats come from another
    order of roundings, and sums that cancel leave 1e-7 beside values of 10. Raises
    AssertionError for what is wrong.
    """
    assert len(expected) == len(found), f"{len(found)} outputs, not {len(expected)}"
    exact = True
    for want, have in zip(expected, found):
        assert have.dtype == want.dtype, f"{have.dtype}, not {want.dtype}"
        assert have.shape == want.shape, f"shape {have.shape}, not {want.shape}"
        if is_drawn(case):
            continue
        kind, rtol = want.dtype, case.rtol
        if str(kind) == "bfloat16":
            rtol = max(rtol, 2**-6)  # As the package's own runner has it.
        if kind.kind not in "biuf":
            chosen = defined(case, inputs, kind)
            want, have = (x.astype(np.float32)[chosen] for x in (want, have))
        if not np.allclose(have, want, rtol, case.atol, equal_nan=True):
            exact = False
            np.testing.assert_allclose(have, want, rtol, rounding(kind, want))
    return exact


def rounding(dtype: Any, values: np.ndarray) -> float:
    """Two units in the last place of the largest of `values`; 0 but for floats."""
    import ml_dtypes
    if dtype.kind in "biu" or "int" in str(dtype):
        return 0
    largest = np.max(np.abs(values[np.isfinite(values)]), initial=0)
    return 2 * float(ml_dtypes.finfo(dtype).eps) * float(largest)


def run_case(case: Any) -> tuple[str, str]:
    """What became of a case, and why."""
    import neo
    exact = True
    try:
        model = neo.onnx.load(case.model)
        for inputs, expected in case.data_sets:
            given = arrays(inputs)
            exact &= agree(case, given, arrays(expected), model(*given))
    except neo.onnx.UnsupportedError as error:
        return "refused", f"{error.operator}: {error.reason}"
    except Exception as error:  # The result of a test.
        return "wrong", f"{type(error).__name__}: {str(error).strip()[:600]}"
    return "passed" if exact else "rounded", "" if exact else "but for a rounding"


def _serve(cases: dict[str, Any], pipe: Any) -> None:
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    while (name := pipe.recv()) is not None:
        pipe.send(run_case(cases[name]))


class Worker:
    """A process that runs cases, and is started again when one ends it."""

    def __init__(self, cases: dict[str, Any]):
        self.cases, self.name = cases, ""
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(self.cases, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, name: str) -> None:
        self.name = name
        self.pipe.send(name)

    def answer(self, is_ready: bool) -> tuple[str, str]:
        try:
            if is_ready:
                return self.pipe.recv()
            found = ("slow", f"more than {LIMIT:.0f} s")
        except EOFError:
            self.process.join(5)
            found = ("crashed", f"exit {self.process.exitcode}")
        self.process.kill()
        self.start()
        return found


def run_all(cases: dict[str, Any], jobs: int) -> Iterator[tuple[str, str, str]]:
    """Name, outcome and reason of each case."""
    names = list(cases)
    workers = [Worker(cases) for _ in range(min(jobs, len(names)))]
    for worker in workers:
        worker.ask(names.pop(0))
    while busy := {w.pipe: w for w in workers if w.name}:
        ready = multiprocessing.connection.wait(busy, LIMIT)
        for worker in [busy[p] for p in ready] or busy.values():
            yield (worker.name, *worker.answer(bool(ready)))
            worker.name = ""
            if names:
                worker.ask(names.pop(0))
    for worker in workers:
        worker.pipe.send(None)
        worker.process.join(5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-k", dest="word", default="", help="part of the names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", help="write a line for each case to this file")
    arguments = parser.parse_args()
    found = sorted(run_all(node_cases(arguments.word), arguments.jobs))
    if arguments.list:
        with open(arguments.list, "w") as file:
            file.writelines(f"{o}\t{n}\t{' '.join(why.split())}\n" for n, o, why in found)
    counts = Counter(outcome for _, outcome, _ in found)
    refused = Counter(why for _, outcome, why in found if outcome == "refused")
    for why, count in refused.most_common():
        print(f"{count:5} refused  {why}")
    for name, outcome, why in found:
        if outcome not in ("passed", "refused"):
            print(f"{outcome:>8}  {name}: {why.splitlines()[0][:150] if why else ''}")
    print(f"{len(found)} cases: " + ", ".join(
        f"{counts[o]} {o}" for o in ("passed", "rounded", "refused", "wrong", "crashed", "slow")))
    return int(counts["wrong"] + counts["crashed"] + counts["slow"] > 0)


if __name__ == "__main__":
    sys.exit(main())
