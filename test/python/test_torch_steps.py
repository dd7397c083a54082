# test_torch_steps.py - operators that PyTorch runs between programs of Neo
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import weakref

import pytest

torch = pytest.importorskip(
    "torch", reason="PyTorch is not installed: run scripts/setup.sh --peers")

from neo.torch.packing import Slot  # noqa: E402
from neo.torch.steps import ProgramStep, Run, TorchStep  # noqa: E402

pytestmark = pytest.mark.peers


def test_arguments_of_every_kind():
    def target(*args, **kwargs):
        return args, kwargs

    run = Run([0, 1], [TorchStep(2, target, (Slot(0), [1, Slot(1)], (Slot(0), None),
                                             slice(0, Slot(1)), "word"),
                                 {"dim": Slot(1), "size": [2, 3]})], Slot(2), {})
    assert run(["a", 5]) == (("a", [1, 5], ("a", None), slice(0, 5), "word"),
                             {"dim": 5, "size": [2, 3]})


def test_values_are_dropped_after_their_last_reader():
    alive, seen = [], []

    def watched(x):
        made = x + 1
        alive.append(weakref.ref(made))
        return made

    def program(tensors):
        seen.append([ref() is not None for ref in alive])
        return [tensors[0] * 2]

    run = Run([0], [TorchStep(1, watched, (Slot(0),), {}),
                    TorchStep(2, watched, (Slot(1),), {}),
                    ProgramStep((2,), (3,), program),
                    ProgramStep((3,), (4,), program)], (Slot(2), Slot(4)), {})
    kept, result = run([torch.ones(3)])
    assert seen == [[False, True], [False, True]]
    assert kept.tolist() == [3, 3, 3] and result.tolist() == [12, 12, 12]
