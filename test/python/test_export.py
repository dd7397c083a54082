# test_export.py - functions as modules, and modules as functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What `neo.load` gives computes what was exported, in the same containers."""

import json
import platform
import shutil
import threading
from pathlib import Path
from typing import NamedTuple

import ml_dtypes
import neo
import numpy as np
import pytest
import safetensors.numpy
from neo import exports
from neo.exports import writing
from neo.native import core
from neo.specs import numpy_type


def exported(tmp_path: Path, function, *arguments, **options) -> exports.Loaded:
    return neo.load(neo.export(function, *arguments, path=tmp_path / "module.neo",
                               **options))


def check(tmp_path: Path, function, *arrays: np.ndarray, rtol: float = 0) -> None:
    """A module gives the very numbers of the same code compiled here."""
    expected = neo.jit(function)(*arrays)
    found = exported(tmp_path, function, *arrays)(*arrays)
    for one, other in zip(neo.tree.leaves(found), neo.tree.leaves(expected),
                          strict=True):
        assert one.dtype == np.asarray(other).dtype
        np.testing.assert_allclose(one, other, rtol=rtol or 1e-6)


W = np.random.default_rng(0).standard_normal((64, 48)).astype(np.float32)
X = np.random.default_rng(1).standard_normal((16, 64)).astype(np.float32)


def test_a_layer_with_its_weights(tmp_path: Path):
    check(tmp_path, lambda x: neo.softmax(neo.tanh(x @ W), 1), X)


def test_weights_are_packed_in_the_file(tmp_path: Path):
    """A product of many rows reads its matrix in panels: no launch makes them."""
    x = np.random.default_rng(2).standard_normal((256, 64)).astype(np.float32)
    w = np.random.default_rng(3).standard_normal((64, 512)).astype(np.float32)
    check(tmp_path, lambda x: neo.relu(x @ w), x)
    plan, = (tmp_path / "module.neo").glob("*/plan.json")
    said = json.loads(plan.read_text())
    assert said["prepared"] == 0
    assert not any(buffer["kind"] == "kept" for buffer in said["buffers"])


def test_a_training_step(tmp_path: Path):
    def loss(w, x):
        return neo.mean(neo.tanh(x @ w["a"]) ** 2)

    def step(w, x):
        value, slopes = neo.value_and_grad(loss)(w, x)
        return neo.tree.map(lambda a, s: a - 0.1 * s, w, slopes), value

    module = exported(tmp_path, step, {"a": W}, X)
    here, there = {"a": W}, {"a": W}
    for _ in range(5):
        here, expected = neo.jit(step)(here, X)
        there, value = module(there, X)
        np.testing.assert_allclose(value, expected, rtol=1e-6)
    np.testing.assert_allclose(there["a"], here["a"], rtol=1e-5)


def test_a_loop_over_time(tmp_path: Path):
    def run(x, h):
        def cell(h, x):
            h = neo.tanh(x + 0.5 * h)
            return h, h
        return neo.scan(cell, h, x)

    check(tmp_path, run, X, X[0])


def test_lookups_check_their_indices(tmp_path: Path):
    table = np.arange(20, dtype=np.float32).reshape(5, 4)
    look = neo.expr("Y[b,j] = T[I[b], j]")
    module = exported(tmp_path, lambda i: look(table, i), neo.spec(3, "i64"))
    np.testing.assert_array_equal(module(np.array([4, 0, 4])), table[[4, 0, 4]])
    with pytest.raises(neo.IndexError, match="index 5 at .1. of .* lies outside 0..4"):
        module(np.array([0, 5, 0]))


@pytest.mark.parametrize("dtype", ["f64", "f32", "f16", "bf16", "i64", "i32", "i8"])
def test_element_types(tmp_path: Path, dtype: str):
    kind = numpy_type(dtype)
    x = np.arange(-20, 20).reshape(4, 10).astype(kind)
    c = np.arange(10).astype(kind)
    check(tmp_path, lambda x: (x * 2 + c, neo.flip(x, 0)), x)
    found, back = neo.load(tmp_path / "module.neo")(x)
    np.testing.assert_array_equal(found, x * kind(2) + c)
    np.testing.assert_array_equal(back, x[::-1])


def test_roundings_need_no_library(tmp_path: Path):
    """No x86 rounds f64 to f16 or bf16: what LLVM calls for it is not everywhere."""
    x = np.random.default_rng(3).standard_normal(1000)
    for kind in (np.float16, ml_dtypes.bfloat16):
        module = exported(tmp_path, lambda x: x.astype(kind), x)
        np.testing.assert_array_equal(module(x), x.astype(kind))
        neo.export(lambda x: x.astype(kind), x, path=tmp_path / "others.neo",
                   targets=["znver5", "avx512-bf16", "avx512", "avx2", "neon"])
        for kernels in tmp_path.glob("others.neo/*/kernels.so"):
            assert b"hf2" not in kernels.read_bytes(), kernels


def test_booleans(tmp_path: Path):
    check(tmp_path, lambda x, y: neo.logical_and(x > 0, y), X, X < 0.5)


def test_constants_and_arguments_are_outputs(tmp_path: Path):
    module = exported(tmp_path, lambda x: (x, 3.0, np.arange(4.0), x + 1), X)
    same, number, array, more = module(X)
    np.testing.assert_array_equal(same, X)
    assert number == 3
    np.testing.assert_array_equal(array, np.arange(4.0))
    np.testing.assert_array_equal(more, X + 1)


class Pair(NamedTuple):
    first: object
    second: object


def test_containers(tmp_path: Path):
    def swap(pair, rest):
        return {"b": [pair.second, None], "a": (pair.first, rest[0])}

    module = exported(tmp_path, swap, Pair(X, W), [X])
    assert list(module.inputs) == ["pair.first", "pair.second", "rest[0]"]
    found = module(Pair(X, W), [X])
    assert list(found) == ["b", "a"] and found["b"][1] is None
    np.testing.assert_array_equal(found["a"][1], X)
    np.testing.assert_array_equal(module((X, W), [X])["b"][0], W)


def test_few_arrays_or_none(tmp_path: Path):
    np.testing.assert_array_equal(exported(tmp_path, lambda: np.arange(3.0))(),
                                  np.arange(3.0))
    empty = np.zeros((0, 4), np.float32)
    assert exported(tmp_path, lambda x: x + 1, empty)(empty).shape == (0, 4)
    slope = exported(tmp_path, neo.grad(lambda x: neo.sum(x ** 3)), X)
    np.testing.assert_allclose(slope(X), 3 * X ** 2, rtol=1e-5)


def test_calls_take_views_and_lists(tmp_path: Path):
    """What does not fit as it is, is converted as neo.jit does."""
    module = exported(tmp_path, lambda x, y: x + y, neo.spec(4, "f64"),
                      neo.spec(4, "f64"))
    wide = np.arange(8.0)
    np.testing.assert_array_equal(module(wide[::2], [1.0, 2.0, 3.0, 4.0]),
                                  [1, 4, 7, 10])


def test_expressions_methods_and_static_arguments(tmp_path: Path):
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    module = exported(tmp_path, product, X, W)
    assert list(module.inputs) == ["A", "B"]
    np.testing.assert_allclose(module(X, W), X @ W, rtol=1e-4, atol=1e-4)

    class Layer:
        def __init__(self):
            self.w = W

        @neo.jit
        def call(self, x):
            return x @ self.w

    np.testing.assert_allclose(exported(tmp_path, Layer().call, X)(X), X @ W,
                               rtol=1e-4, atol=1e-4)
    power = neo.jit(lambda x, n: x ** n, static="n")
    np.testing.assert_allclose(exported(tmp_path, power, X, 3)(X), X ** 3, rtol=1e-5)


def test_schedules_go_along(tmp_path: Path):
    """Those of neo.jit, which are for one target."""
    product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
    line = neo.jit(product).schedule(X, W).replace("order [i, j]", "order [j, i]")
    if "order [j, i]" not in line:
        pytest.skip("the schedule has no order to be changed")
    plans = []
    for schedules in ("", line):
        jitted = neo.jit(lambda a, b: product(a, b), schedules=schedules, strict=True)
        module = exported(tmp_path, jitted, X, W)
        np.testing.assert_allclose(module(X, W), X @ W, rtol=1e-4, atol=1e-4)
        plans.append(next(tmp_path.glob("module.neo/*/plan.json")).read_text())
    assert plans[0] != plans[1]  # Another kernel.
    wrong = neo.jit(lambda a, b: product(a, b), schedules=line.replace("i: ", "z: "))
    with pytest.raises(neo.UsageError, match="cannot be followed"):
        neo.export(wrong, X, W, path=tmp_path / "m.neo")


def test_what_is_no_output(tmp_path: Path):
    with pytest.raises(neo.UsageError, match="an exported function returned a str"):
        neo.export(lambda x: (x, "a"), X, path=tmp_path / "m.neo")


def test_equal_tensors_are_stored_once(tmp_path: Path):
    big = np.random.default_rng(4).standard_normal(5000).astype(np.float32)
    neo.export(lambda x: x + big, big, path=tmp_path / "m.neo",
               targets=["avx512", "avx2"])
    tensors = safetensors.numpy.load_file(tmp_path / "m.neo" / "weights.safetensors")
    stored, = tensors.values()
    np.testing.assert_array_equal(stored, big)  # With its type.


def test_the_first_target_that_runs_here_is_taken(tmp_path: Path):
    best = core().best_target()
    path = neo.export(lambda x: neo.tanh(x @ W), X, path=tmp_path / "m.neo",
                      targets=["neon", "avx512", "avx2"])
    module = neo.load(path)
    assert module.target == ("avx2" if best == "avx2" else "avx512")
    np.testing.assert_allclose(neo.load(path, target="avx2")(X), np.tanh(X @ W),
                               rtol=1e-4, atol=1e-5)
    with pytest.raises(neo.Error, match="neon is for aarch64, and this is x86-64"):
        neo.load(path, target="neon")
    with pytest.raises(neo.Error, match="none called 'sse'"):
        neo.load(path, target="sse")


def test_exporting_twice_gives_the_same_files(tmp_path: Path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    one, two = (neo.export(lambda x: neo.tanh(x @ W), X, path=tmp_path / name / "m.neo")
                for name in ("one", "two"))
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert len(files) == 5
    for file in files:
        assert (one / file).read_bytes() == (two / file).read_bytes()


def test_writers_of_one_module_leave_a_whole_one(tmp_path: Path):
    place, failures = tmp_path / "m.neo", []

    def write(offset):
        try:
            for _ in range(4):
                neo.export(lambda x: x + offset, np.ones(3), path=place)
        except neo.Error as error:
            failures.append(error)

    writers = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not place.exists() or (place / "manifest.json").is_file()
    assert failures == []
    assert neo.load(place)(np.zeros(3))[0] in range(4)
    assert [each.name for each in tmp_path.iterdir()] == ["m.neo"]


def test_a_module_is_replaced_where_folders_are_not_exchanged(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "_exchanged", lambda beside, place: False)
    for added in (1, 2):
        neo.export(lambda x, n=added: x + n, np.ones(3), path=tmp_path / "m.neo")
    assert neo.load(tmp_path / "m.neo")(np.zeros(3))[0] == 2
    assert [each.name for each in tmp_path.iterdir()] == ["m.neo"]


def test_a_module_that_was_loaded_twice_is_replaced(tmp_path: Path):
    """The dynamic linker knows its library by the names of both loads."""
    path, spec = tmp_path / "a.neo", neo.spec((3,), "float32")
    neo.export(lambda x: neo.tanh(x), spec, path=path)
    kept = neo.load(path)
    again = neo.load(path)
    del again
    neo.export(lambda x: neo.exp(x), spec, path=path)
    x = np.arange(3.0, dtype=np.float32)
    np.testing.assert_allclose(neo.load(path)(x), np.exp(x), rtol=1e-6)
    np.testing.assert_allclose(kept(x), np.tanh(x), rtol=1e-6)


def test_a_module_replaces_a_module_and_nothing_else(tmp_path: Path):
    path = tmp_path / "m.neo"
    neo.export(lambda x: x + 1, X, path=path)
    neo.export(lambda x: x + 2, X, path=path)
    np.testing.assert_array_equal(neo.load(path)(X), X + 2)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-a-friend").write_text("dear")
    with pytest.raises(neo.UsageError, match="is there and is no module"):
        neo.export(lambda x: x, X, path=tmp_path / "letters")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["letters", "m.neo"]


def test_arguments_that_do_not_fit(tmp_path: Path):
    module = exported(tmp_path, lambda x: x + 1, X)
    with pytest.raises(neo.UsageError, match="takes x, in the containers"):
        module(X, X)
    with pytest.raises(neo.ShapeError, match=r"'x' has shape \(15, 64\), but .* \(16, "):
        module(X[1:])
    with pytest.raises(neo.DtypeError, match="'x' is float64, but .* for float32"):
        module(X.astype(np.float64))


def test_arguments_by_name(tmp_path: Path):
    module = exported(tmp_path, lambda x, y: x - y["w"], X, {"w": X[0]})
    assert list(module.inputs) == ["x", "y['w']"]
    for found in (module(X, **{"y['w']": X[1]}), module(**{"y['w']": X[1], "x": X})):
        np.testing.assert_array_equal(found, X - X[1])


@pytest.mark.parametrize("args, named, said", [
    ((), {"a": X}, "there is no input 'a': 'module' takes x, y"),
    ((X,), {"x": X, "y": X}, "input 'x' is given twice"),
    ((), {"x": X}, "input 'y' is not given"),
    (([X],), {"y": X}, "in the containers that it was exported with")])
def test_names_that_do_not_fit(tmp_path: Path, args, named, said: str):
    module = exported(tmp_path, lambda x, y: x - y, X, X)
    with pytest.raises(neo.UsageError, match=said):
        module(*args, **named)


@pytest.mark.parametrize("options, said", [
    ({"targets": "sse"}, "no target 'sse' to export for"),
    ({"targets": ["avx2", "avx2"]}, "names one twice"),
    ({"threads": -1}, "threads is -1"),
    ({"inputs": ["a", "b"]}, "must be 1 different names, for x"),
])
def test_options_that_have_no_meaning(tmp_path: Path, options: dict, said: str):
    with pytest.raises(neo.UsageError, match=said):
        neo.export(lambda x: x + 1, X, path=tmp_path / "m.neo", **options)
    with pytest.raises(neo.UsageError, match="takes a function, not a int"):
        neo.export(3, path=tmp_path / "m.neo")


def test_other_linkers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NEO_LINKER", "ld")
    if shutil.which("ld"):
        check(tmp_path, neo.tanh, X)
    monkeypatch.setenv("NEO_LINKER", "false")
    with pytest.raises(neo.Error, match="the linker false made no library of the "
                       "kernels: it ended with status 1 and said nothing"):
        neo.export(neo.tanh, X, path=tmp_path / "m.neo")
    for command in ("nope", "'"):
        monkeypatch.setenv("NEO_LINKER", command)
        with pytest.raises(neo.Error, match=f"NEO_LINKER is .* no command .{command}.: "
                           "name an installed linker"):
            neo.export(neo.tanh, X, path=tmp_path / "m.neo")
    monkeypatch.delenv("NEO_LINKER")
    monkeypatch.setenv("PATH", str(tmp_path))
    for target, tool in (("neon", "aarch64-linux-gnu-ld"), ("avx2", "ld")):
        if tool == "ld" and platform.machine() != "x86_64":
            continue
        with pytest.raises(neo.Error, match=f"install lld or {tool} .of binutils"):
            neo.export(neo.tanh, X, path=tmp_path / "m.neo", targets=target)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["module.neo"]


def test_memory_is_what_the_manifest_says(tmp_path: Path):
    module = exported(tmp_path, lambda x: neo.tanh(neo.sum(x @ W, 1)) + neo.mean(x), X)
    said = json.loads((tmp_path / "module.neo" / "manifest.json").read_text())
    memory = said["targets"][0]["memory"]
    assert module.memory == memory["weights"] + memory["temporaries"]
    assert memory["weights"] >= W.nbytes


def test_bfloat16_weights(tmp_path: Path):
    w = W.astype(ml_dtypes.bfloat16)
    check(tmp_path, lambda x: x + w[:16], w[:16] * w[:16])


def test_links_lead_to_the_module_that_is_replaced(tmp_path: Path):
    spec, x = neo.spec((3,)), np.ones(3)
    neo.export(lambda x: x + 1, spec, path=tmp_path / "v1.neo")
    current = tmp_path / "current.neo"
    current.symlink_to("v1.neo")
    neo.export(lambda x: x + 2, spec, path=current)
    assert current.is_symlink()
    np.testing.assert_array_equal(neo.load(tmp_path / "v1.neo")(x), x + 2)


def test_keys_in_another_order(tmp_path: Path):
    spec, x = neo.spec((3,)), np.arange(3.0)
    path = neo.export(lambda p: p["w"] - p["b"], {"w": spec, "b": spec},
                      path=tmp_path / "m.neo")
    np.testing.assert_array_equal(neo.load(path)({"b": x, "w": 3 * x}), 2 * x)


def test_loads_while_the_module_is_replaced(tmp_path: Path):
    path, spec, x = tmp_path / "m.neo", neo.spec((3,)), np.ones(3)
    neo.export(lambda x: x + 1, spec, path=path)
    writer = threading.Thread(target=lambda: [
        neo.export(lambda x, n=n: x + n, spec, path=path) for n in range(1, 9)])
    writer.start()
    while writer.is_alive():
        assert neo.load(path)(x)[0] > 1
    writer.join()
