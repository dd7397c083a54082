# damaged_modules.py - modules that something happened to
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Damages files of a module at random, and says what became of it, as JSON: a crash ends
this process and no other.

    python damaged_modules.py bytes MODULE CASES SEED     # any byte of any file
    python damaged_modules.py fields MODULE CASES SEED    # fields, with right sums

Damaged bytes give an error or the right numbers. Who writes a wrong field and sums it
again gets an error or a module, which is not run: its machine code would be told so.
"""

import copy
import json
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import neo
import numpy as np
from neo.native import core
from neo.specs import numpy_type

NUMBERS = (0, 1, -1, 2, 63, 64, 4096, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1,
           -2**63, 2**64)


def main(kind: str, module: str, cases: str, seed: str) -> None:
    chance = random.Random(int(seed))
    with tempfile.TemporaryDirectory() as folder:
        damaged = Path(folder, "m.neo")
        shutil.copytree(module, damaged)
        made = {"bytes": damage_bytes, "fields": damage_fields}[kind](
            damaged, int(cases), chance)
    print(json.dumps(made))


def damage_bytes(module: Path, cases: int, chance: random.Random) -> dict[str, Any]:
    """How often each file was refused, right and wrong."""
    arrays = [draw(each) for each in neo.load(module).inputs.values()]
    expected = neo.tree.leaves(neo.load(module)(*arrays))
    made: dict[str, Counter] = {}
    for file in sorted(p for p in module.rglob("*") if p.suffix != ".h" and p.is_file()):
        data = file.read_bytes()
        count = made.setdefault(file.name, Counter())
        for _ in range(cases):
            file.write_bytes(broken(data, chance))
            count[outcome(module, arrays, expected, file)] += 1
        file.write_bytes(data)
    return made


def draw(each: neo.spec) -> np.ndarray:
    return np.arange(np.prod(each.shape, dtype=int)).reshape(each.shape).astype(
        numpy_type(each.dtype))


def broken(data: bytes, chance: random.Random) -> bytes:
    """Some bits or bytes changed, a part lost, or something added."""
    found, place, kind = bytearray(data), chance.randrange(len(data)), chance.random()
    if kind < 0.5:
        found[place] ^= 1 << chance.randrange(8)
    elif kind < 0.7:
        for _ in range(chance.randint(2, 9)):
            found[chance.randrange(len(found))] = chance.randrange(256)
    elif kind < 0.8:
        del found[place:]
    elif kind < 0.9:
        del found[place:place + chance.randint(1, 64)]
    else:
        found[place:place] = bytes(chance.randint(1, 64))
    return bytes(found)


def outcome(module: Path, arrays: list[np.ndarray], expected: list[np.ndarray],
            file: Path) -> str:
    try:
        found = neo.tree.leaves(neo.load(module)(*arrays))
    except neo.Error as refusal:
        # The sentence names the file, or one that it should fit to.
        return "refused" if re.search(r"\.(json|so|safetensors)", str(refusal)) \
            else f"unclear: {refusal}"
    same = all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))
    return "right" if same else "wrong"


def damage_fields(module: Path, cases: int, chance: random.Random) -> dict[str, Any]:
    """How often a plan or a manifest with a wrong field was refused and read."""
    made: dict[str, Counter] = {}
    manifest = json.loads((module / "manifest.json").read_text())
    plan = next(module.glob("*/plan.json"))
    texts = {"manifest.json": manifest, "plan.json": json.loads(plan.read_text())}
    for name, value in texts.items():
        count = made.setdefault(name, Counter())
        for _ in range(cases):
            wrong = copy.deepcopy(value)
            change(wrong, chance)
            seal(module, plan, **{name.removesuffix(".json"): wrong},
                 **({"manifest": manifest} if name == "plan.json" else {}))
            try:
                neo.load(module)
                count["read"] += 1
            except neo.Error as refusal:
                assert str(refusal)
                count["refused"] += 1
        seal(module, plan, manifest=manifest, plan=texts["plan.json"])
    return made


def change(value: Any, chance: random.Random) -> None:
    """Another value somewhere in lists and objects."""
    places: list[tuple[Any, Any]] = []
    collect(value, places)
    holder, key = chance.choice(places)
    kind = chance.random()
    if kind < 0.1:
        del holder[key]
    elif kind < 0.2 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif kind < 0.3:
        holder[key] = chance.choice(["", "x", [], {}, None, True, 1.5])
    elif isinstance(holder[key], int):
        holder[key] = chance.choice([*NUMBERS, holder[key] + 1, holder[key] * 2])
    else:
        holder[key] = chance.choice(NUMBERS)


def collect(value: Any, places: list[tuple[Any, Any]]) -> None:
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        places.append((value, key))
        if isinstance(part, (dict, list)):
            collect(part, places)


def seal(module: Path, plan_file: Path, manifest: Any, plan: Any = None) -> None:
    """Writes a manifest, and a plan, with the sums that they should have."""
    manifest = copy.deepcopy(manifest)
    if plan is not None:
        plan_file.write_text(json.dumps(plan))
        for target in manifest["targets"][:1]:
            target["plan"]["checksum"] = \
                core().checksum(plan_file.read_bytes())
    manifest.pop("checksum", None)
    text = json.dumps(manifest)[:-1] + ", "
    (module / "manifest.json").write_text(
        f'{text}"checksum": "{core().checksum(text.encode())}"}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
