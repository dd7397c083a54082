# test_cache.py - compiled programs that outlive the process
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys

import pytest

pytest.importorskip("neo._core")

# Compiles C = A B and its gradients, checks them, and prints neo.cache.info().
SCRIPT = """
import json, os, sys
import numpy as np
import neo

if "ONE_PROCESSOR" in os.environ:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
a = np.arange(12.0).reshape(3, 4)
b = np.arange(20.0).reshape(4, 5)
product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
assert (product(a, b) == a @ b).all()
da, db = product.vjp((a, b), np.ones((3, 5)))
assert (da == np.ones((3, 5)) @ b.T).all()
assert (db == a.T @ np.ones((3, 5))).all()
for extra in sys.argv[1:]:
    exec(extra)
print(json.dumps(neo.cache.info()))
"""


def start(folder, *extra, **variables):
    environment = os.environ | {"NEO_CACHE_DIR": str(folder)} | variables
    return subprocess.Popen([sys.executable, "-c", SCRIPT, *extra],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env=environment)


def finish(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out), err


def run(folder, *extra, **variables):
    info, err = finish(start(folder, *extra, **variables))
    assert err == ""
    return info


def entries(folder, kind="*"):
    return sorted(pathlib.Path(folder).glob(f"*.{kind}"))


def test_a_second_process_finds_programs_and_kernels(tmp_path):
    first, second = run(tmp_path), run(tmp_path)
    assert first["program_misses"] == 2 and first["program_hits"] == 0
    assert first["stored"] == first["entries"] == len(entries(tmp_path))
    assert second["program_hits"] == 2 and second["program_misses"] == 0
    assert second["kernel_misses"] == second["stored"] == 0
    assert second["folder"] == str(tmp_path)
    assert second["bytes"] == sum(f.stat().st_size for f in entries(tmp_path))


def test_kernels_are_found_by_other_programs(tmp_path):
    run(tmp_path)
    more = run(tmp_path, "neo.jit(lambda a, b: (product(a, b), -a))(a, b)")
    assert more["program_misses"] == 1
    assert more["kernel_misses"] == 1
    assert more["stored"] == 2


def test_code_does_not_depend_on_how_many_threads_made_it(tmp_path):
    run(tmp_path / "many")
    run(tmp_path / "one", ONE_PROCESSOR="1")
    many, one = ({file.name: file.read_bytes() for file in entries(folder)}
                 for folder in (tmp_path / "many", tmp_path / "one"))
    assert many == one and len(many) >= 5


def test_a_pipe_in_the_place_of_an_entry_is_replaced(tmp_path):
    """Opening one would wait for somebody to write."""
    run(tmp_path)
    for file in entries(tmp_path):
        file.unlink()
        os.mkfifo(file)
    assert run(tmp_path)["program_hits"] == 0
    assert all(file.is_file() for file in entries(tmp_path))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("kind", ["program", "kernel"])
@pytest.mark.parametrize("damage", ["flipped", "truncated", "empty", "swapped"])
def test_a_damaged_entry_is_compiled_again_and_replaced(tmp_path, kind, damage):
    run(tmp_path)
    before = {file: file.read_bytes() for file in entries(tmp_path)}
    victims = entries(tmp_path, kind)
    for file in victims:
        data = bytearray(before[file])
        if damage == "flipped":
            data[len(data) // 2] ^= 1
        elif damage == "truncated":
            del data[-1:]
        elif damage == "empty":
            data.clear()
        else:
            data = before[victims[victims.index(file) - 1]]
        file.write_bytes(data)
    info = run(tmp_path)
    assert info["damaged"] >= 1
    assert {file: file.read_bytes() for file in entries(tmp_path)} == before
    assert run(tmp_path)["program_hits"] == 2


def test_processes_at_once_store_the_same(tmp_path):
    processes = [start(tmp_path) for _ in range(4)]
    for process in processes:
        assert finish(process)[1] == ""
    assert not list(tmp_path.glob("neo-tmp-*"))
    info = run(tmp_path)
    assert info["program_hits"] == 2 and info["damaged"] == 0


def test_the_folder_stays_within_its_limit(tmp_path):
    more = ("for n in range(2, 9):\n"
            "    x = np.zeros((16 * n, 40))\n"
            "    neo.expr('Y[i,j] += exp(X[i,k]) * Z[k,j]')(x, x.T.copy())")
    olds = [tmp_path / (format(n, "064x") + ".kernel") for n in range(4)]
    for n, old in enumerate(olds):
        old.write_bytes(bytes(260_000))
        os.utime(old, (n + 1, n + 1))
    info = run(tmp_path, more, NEO_CACHE_MB="1")
    assert info["limit"] == 1 << 20
    assert 1 <= info["removed"] <= 4
    assert info["bytes"] <= 1 << 20
    assert not olds[0].exists(), "the oldest goes first"
    # What was used last is still there.
    assert run(tmp_path, more, NEO_CACHE_MB="1")["program_misses"] == 0


@pytest.mark.extended
def test_another_build_of_neo_reads_nothing_of_this_one(tmp_path):
    import neo._core
    package = tmp_path / "other" / "neo"
    shutil.copytree(pathlib.Path(neo._core.__file__).parent, package)
    library = package / pathlib.Path(neo._core.__file__).name
    data = bytearray(library.read_bytes())
    # The linker's note: sizes of name and value, type 3, name, value.
    note = data.index(struct.pack("=III4s", 4, 20, 3, b"GNU"))
    data[note + 16] ^= 1
    library.write_bytes(data)
    cache = tmp_path / "cache"
    run(cache)
    other = run(cache, PYTHONPATH=str(package.parent))
    assert other["program_hits"] == other["kernel_hits"] == 0
    assert other["stored"] == len(entries(cache)) / 2
    assert run(cache)["program_misses"] == 0


def test_reading_counts_as_use(tmp_path):
    run(tmp_path)
    for file in entries(tmp_path):
        os.utime(file, (1, 1))
    run(tmp_path)
    assert all(file.stat().st_mtime > 1 for file in entries(tmp_path))


def test_nothing_is_kept_when_turned_off(tmp_path):
    info = run(tmp_path, NEO_CACHE="0")
    assert info["folder"] is None
    assert info["stored"] == info["entries"] == 0
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_reported_once(tmp_path):
    (tmp_path / "file").write_text("")
    info, err = finish(start(tmp_path / "file" / "cache"))
    assert info["stored"] == 0
    assert err.count("\n") == 1
    assert "NEO_CACHE_DIR" in err and "each process" in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_still_read(tmp_path):
    run(tmp_path)
    tmp_path.chmod(0o500)
    try:
        assert run(tmp_path)["program_hits"] == 2
    finally:
        tmp_path.chmod(0o700)


def test_a_wrong_limit_is_reported(tmp_path):
    info, err = finish(start(tmp_path, NEO_CACHE_MB="much"))
    assert info["limit"] == 1024 << 20
    assert "'much'" in err and err.count("\n") == 1


def test_switches_that_are_none_are_reported(tmp_path):
    wrong = {"NEO_CACHE": "off", "NEO_PIN_THREADS": "no", "NEO_COMPILE_BUDGET": "3x"}
    _, err = finish(start(tmp_path, **wrong))
    for name, value in wrong.items():
        assert f"neo: {name} is '{value}', which is " in err
    assert err.count("\n") == len(wrong)


@pytest.mark.extended
def test_folder_follows_the_environment(tmp_path):
    import neo
    home = tmp_path / "home"
    code = "import neo; print(neo.cache.info()['folder'])"
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("NEO_CACHE_DIR", "XDG_CACHE_HOME")}

    def folder(**variables):
        return subprocess.run([sys.executable, "-c", code], text=True,
                              env=environment | variables, check=True,
                              stdout=subprocess.PIPE).stdout.strip()

    assert folder(HOME=str(home)) == f"{home}/.cache/neo"
    assert folder(XDG_CACHE_HOME="/x") == "/x/neo"
    assert folder(XDG_CACHE_HOME="x", HOME="/h") == "/h/.cache/neo"
    assert folder(XDG_CACHE_HOME="/x", NEO_CACHE_DIR="/y") == "/y"
    assert neo.cache.info()["folder"] == os.environ["NEO_CACHE_DIR"]


def test_clear_removes_entries_and_nothing_else(tmp_path):
    run(tmp_path)
    (tmp_path / "notes.kernel").write_text("mine")
    assert run(tmp_path, "neo.cache.clear()")["entries"] == 0
    assert [file.name for file in tmp_path.iterdir()] == ["notes.kernel"]
    assert run(tmp_path)["program_misses"] == 2


def test_what_a_dead_writer_left_is_cleared_up(tmp_path):
    left, fresh = tmp_path / "neo-tmp-abc", tmp_path / "neo-tmp-def"
    for file in (left, fresh):
        file.write_bytes(b"half an entry")
    os.utime(left, (1, 1))
    run(tmp_path)
    assert not left.exists() and fresh.exists()


def test_graphs_of_front_ends_are_kept_and_checked(tmp_path):
    info = run(tmp_path, "neo._core.cache_graph(b'one', b'a graph')",
               "assert neo._core.cached_graph(b'one') == b'a graph'",
               "assert neo._core.cached_graph(b'other') is None")
    assert (info["graph_hits"], info["graph_misses"]) == (1, 1)
    file, = tmp_path.glob("*.graph")
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    info = run(tmp_path, "assert neo._core.cached_graph(b'one') is None")
    assert info["damaged"] == 1 and not file.exists()
