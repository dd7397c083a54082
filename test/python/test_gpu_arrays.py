# test_gpu_arrays.py - arrays that stay on the device
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Arguments and results on the GPU, through DLPack and `__cuda_array_interface__`.

The stand-in driver does work in a stream only when something waits for it, so that a
wait that is missing shows as values of before.
"""

import copy
import gc
import pickle
import re
from pathlib import Path

import foreign_arrays
import neo
import numpy as np
import pytest
from neo import _core
from stand_in import run_apart
from test_gpu_driver import read_report

pytestmark = pytest.mark.extended

double = neo.jit(lambda x: x * 2, device="cuda")
X = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture(name="theirs")
def library():
    made = foreign_arrays.Library()
    yield made
    made.close()


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "int64",
                                   "int32", "int8", "bool"])
def test_array_goes_to_the_device_and_back(dtype: str):
    x = neo.to_device(neo.jit(lambda x: x.astype(dtype))(X))
    assert (x.shape, x.ndim, x.size, len(x)) == ((3, 4), 2, 12, 3)
    assert str(x.dtype) == dtype and x.nbytes == 12 * x.dtype.itemsize
    np.testing.assert_equal(np.asarray(x).astype("float32"),
                            X != 0 if dtype == "bool" else X)


def test_results_stay_where_an_argument_is():
    add = neo.jit(lambda x, y: {"sum": x + y, "all": (x * y).sum()}, device="cuda")
    found = add(neo.to_device(X), X)
    assert all(isinstance(a, neo.DeviceArray) for a in found.values())
    np.testing.assert_equal(np.asarray(found["sum"]), 2 * X)
    assert float(found["all"]) == (X * X).sum() and int(found["all"]) == 506
    assert type(add(X, X)["sum"]) is np.ndarray


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int64"])
def test_an_array_there_is_a_constant_of_a_function(dtype: str):
    w = neo.to_device(neo.jit(lambda x: x.astype(dtype))(X))
    scaled = neo.jit(lambda x: x * w, device="cuda")
    np.testing.assert_equal(np.asarray(scaled(w)), np.asarray(w) ** 2)


def test_arrays_there_are_saved_as_others_are(tmp_path):
    wanted = {"w": X, "b": X[0].astype("int32")}
    neo.save_tree(tmp_path / "w", neo.to_device(wanted))
    np.testing.assert_equal(neo.load_tree(tmp_path / "w"), wanted)


def test_containers_and_numbers_go_to_the_device():
    found = neo.to_device({"w": X, "rate": 0.5, "list": [1, 2]})
    assert float(found["rate"]) == 0.5 and found["list"].shape == (2,)
    assert neo.to_device(found)["w"] is found["w"]
    assert "DeviceArray(array([[ 0.," in repr(found["w"])
    assert bool(found["rate"]) and found["rate"].item() == 0.5


def test_arrays_without_elements_stay_too():
    found = double(neo.to_device(np.zeros((0, 3), np.float32)))
    assert np.asarray(found).shape == (0, 3)


def test_argument_is_returned_as_an_array_of_its_own():
    x = neo.to_device(X)
    same, = neo.jit(lambda x: (x,), device="cuda")(x)
    del x
    np.testing.assert_equal(np.asarray(same), X)


def test_dlpack_argument_is_read_behind_its_stream(theirs):
    x = theirs.array(X)
    np.testing.assert_equal(np.asarray(double(x)), 2 * X)
    assert theirs.released == 1
    x.free()


def test_dlpack_argument_may_change_after_the_call(theirs):
    x = theirs.array(X)
    y = double(x)
    theirs.write(x, X + 50)
    theirs.call("cuStreamSynchronize", theirs.stream)
    x.free()
    np.testing.assert_equal(np.asarray(y), 2 * X)


def test_interface_argument_may_change_behind_the_call(theirs):
    x = theirs.array(X)
    y = double(x.plain())
    theirs.write(x, X + 50)
    x.free()
    np.testing.assert_equal(np.asarray(y), 2 * X)


def test_interface_of_an_old_version_is_ordered_by_the_default_stream(theirs):
    x = theirs.array(X)
    theirs.order(theirs.stream.value, 1)
    interface = x.plain(version=2)
    del interface.__cuda_array_interface__["stream"]
    np.testing.assert_equal(np.asarray(double(interface)), 2 * X)
    x.free()


def test_calls_take_part_in_the_stream_of_the_caller(theirs):
    x = theirs.array(X)
    with neo.on_stream(theirs.stream.value):
        y = double(x)
        theirs.write(x, X + 50)
        address = y.__cuda_array_interface__["data"][0]
        np.testing.assert_equal(theirs.read(address, X), 2 * X)
    x.free()


def test_copies_to_the_host_come_after_the_stream_of_the_caller(theirs):
    x = theirs.array(X)
    theirs.write(x, X + 50)
    with neo.on_stream(theirs.stream.value):
        found = np.asarray(neo.to_device(x.plain(stream=None)))
    np.testing.assert_equal(found, X + 50)
    x.free()


def test_results_are_given_by_dlpack(theirs):
    y = double(neo.to_device(X))
    tensor = theirs.take(y.__dlpack__(stream=theirs.stream.value))
    assert (tensor.device, tensor.rank, tensor.bits) == (2, 2, 32)
    del y
    gc.collect()
    np.testing.assert_equal(theirs.read(tensor.data, X), 2 * X)


def test_results_are_given_by_the_interface(theirs):
    y = double(neo.to_device(X))
    given = y.__cuda_array_interface__
    theirs.order(given["stream"], theirs.stream.value)
    np.testing.assert_equal(theirs.read(given["data"][0], X), 2 * X)
    assert given["typestr"] == "<f4" and given["shape"] == (3, 4)


def test_arrays_of_neo_pass_through_dlpack():
    y = neo.to_device(double(neo.to_device(X)))

    class Wrapped:
        __dlpack__, __dlpack_device__ = y.__dlpack__, y.__dlpack_device__

    np.testing.assert_equal(np.asarray(double(Wrapped())), 4 * X)
    np.testing.assert_equal(np.from_dlpack(y, device="cpu"), 2 * X)


def test_argument_at_an_odd_address_is_copied(theirs):
    x = theirs.array(X, offset=4)
    np.testing.assert_equal(np.asarray(double(x)), 2 * X)
    x.free()


def test_indices_on_the_device_are_looked_at(theirs):
    pick = neo.jit(lambda a, i: neo.take(a, i, axis=0), device="cuda")
    np.testing.assert_equal(np.asarray(pick(X, neo.to_device(np.array([2, 0])))), X[[2, 0]])
    i = theirs.array(np.array([1, 7]))
    with pytest.raises(neo.IndexError, match="7"):
        pick(X, i)
    i.free()


def test_what_neo_cannot_read_is_refused(theirs):
    x = theirs.array(X)
    x.strides = (1, 3)
    with pytest.raises(neo.DtypeError, match="argument 'x' is not contiguous"):
        double(x)
    with pytest.raises(neo.DtypeError, match="argument 'x' is not contiguous"):
        double(x.plain(strides=(4, 12)))
    x.strides = None
    with pytest.raises(neo.DtypeError, match="another order, '>f4': .* as '<f4'"):
        double(x.plain(typestr=">f4"))
    for strides in (4,), (48, 16, 4):
        with pytest.raises(neo.UsageError, match="strides for 2 dimensions"):
            double(x.plain(strides=strides))
    for address in 0, -1, 2**64:
        with pytest.raises(neo.UsageError, match=f"address {address}, where no array is"):
            double(x.plain(data=(address, False)))
    with pytest.raises(neo.DtypeError, match="argument 'x': element type uint32"):
        double(x.plain(typestr="<u4"))
    with pytest.raises(neo.DtypeError, match="argument 'x' has a mask"):
        double(x.plain(mask=x.plain()))
    with pytest.raises(neo.DtypeError, match="through DLPack .* device='cuda'"):
        neo.jit(lambda x: x)(x)
    x.free()


@pytest.mark.parametrize("key, value, message", [
    ("shape", None, "has no 'shape', such as (3, 4)"),
    ("data", None, "has no 'data', such as (address, False)"),
    ("shape", (3, "4"), "has 'shape': (3, '4'), which is nothing such as (3, 4)"),
    ("typestr", "zz", "has 'typestr': 'zz', which is nothing such as '<f4'"),
    ("data", 4096, "has 'data': 4096, which is nothing such as (address, False)"),
    ("version", "3", "has 'version': '3', which is nothing such as 3"),
])
def test_an_interface_without_what_it_needs_is_refused(key, value, message):
    class Other:
        __cuda_array_interface__ = {"shape": (3, 4), "typestr": "<f4", "version": 3,
                                    "data": (4096, False)}

    Other.__cuda_array_interface__[key] = value
    if value is None:
        del Other.__cuda_array_interface__[key]
    with pytest.raises(neo.UsageError, match=re.escape(
            f"argument 'x': its __cuda_array_interface__ {message}")):
        double(Other())


def test_an_interface_that_is_no_dict_is_refused():
    class Other:
        __cuda_array_interface__ = 5

    with pytest.raises(neo.UsageError, match="interface__ is an int, not a dict"):
        double(Other())


def test_what_the_protocols_do_not_allow_is_refused():
    x = neo.to_device(X)
    with pytest.raises(BufferError, match="stream 0 is not clear"):
        x.__dlpack__(stream=0)
    with pytest.raises(BufferError, match="lies on the first GPU, not on"):
        x.__dlpack__(dl_device=(2, 1))
    for stream in (-2, "one"):
        with pytest.raises(BufferError, match="a number from -1 on"):
            x.__dlpack__(stream=stream)
    with pytest.raises(BufferError, match="leave out copy=False"):
        np.from_dlpack(x, device="cpu", copy=False)
    with pytest.raises(BufferError, match="leave out copy=True"):
        x.__dlpack__(copy=True)
    with pytest.raises(ValueError, match="leave out copy=False"):
        np.asarray(x, copy=False)
    with pytest.raises(TypeError, match="rank 0 has no length"):
        len(neo.to_device(1.0))
    half = neo.to_device(neo.jit(lambda x: x.astype("bfloat16"))(X))
    with pytest.raises(AttributeError, match="knows no bfloat16"):
        half.__cuda_array_interface__
    for stream in ("one", -1):
        with pytest.raises(neo.UsageError, match="a stream is a number"):
            with neo.on_stream(stream):
                pass


def test_arrays_are_pickled_copied_and_formatted():
    x = neo.to_device(X)
    for other in pickle.loads(pickle.dumps(x)), copy.deepcopy(x):
        assert isinstance(other, neo.DeviceArray)
        np.testing.assert_equal(np.asarray(other), X)
    assert f"{neo.to_device(np.float32(1.25)):.1f}" == "1.2"


@pytest.mark.parametrize("given", [(90, "sm_90"), (b"module {}", "sm_90"),
                                   ("module {}", 90)])
def test_ptx_takes_texts(given):
    with pytest.raises(neo.UsageError, match="is a text such as"):
        neo.ptx(*given)


TRAIN = """
w = neo.to_device(np.ones((8, 3), np.float32))
x = neo.to_device(np.ones((5, 8), np.float32))
def loss(w, x): return ((neo.tanh(x @ w)) ** 2).sum()
step = neo.jit(lambda w, x: w - 0.1 * neo.grad(loss)(w, x), device="cuda")
for _ in range(8): w = step(w, x)
print(np.asarray(w).sum())
"""


def test_a_loop_on_the_device_copies_nothing(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart(TRAIN + "del w, x, step; import gc; gc.collect()",
                     NEO_STAND_IN_REPORT=str(report))
    assert done.returncode == 0, done.stderr
    counts = read_report(report)
    assert counts["bytes to the device"] == 4 * (8 * 3 + 5 * 8)
    assert counts["bytes to the host"] == 4 * 8 * 3
    assert counts["bytes on the device"] == 0
    # Addresses alternate: the first and the third step record a graph.
    assert 4 <= counts["graphs"] <= 7
    assert counts["allocations not freed"] == counts["handles not destroyed"] == 0


def test_programs_with_the_same_kernels_share_a_module(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart("""
first, second = (neo.jit(lambda x: x * 2 + 1, device="cuda") for _ in range(2))
x = np.ones(40, np.float32)
print(first(x).sum() + second(x).sum())
""", NEO_STAND_IN_REPORT=str(report))
    assert done.stdout == "240.0\n", done.stderr
    assert read_report(report)["modules"] == 1


def test_captured_arrays_are_copied_once(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart("""
w = np.ones(1000, np.float32)
f = neo.jit(lambda x: x + w, device="cuda")
for _ in range(3): f(np.ones((), np.float32))
""", NEO_STAND_IN_REPORT=str(report))
    assert done.returncode == 0, done.stderr
    assert read_report(report)["bytes to the device"] == 4 * 1000 + 3 * 4


def test_arguments_larger_than_the_staging_buffer(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart("""
x = np.arange(3_000_000, dtype=np.float32)
y = np.arange(1_500_000, dtype=np.float32)
f = neo.jit(lambda x, y: (x.max(), y.max(), (x[:5] + y[-5:])), device="cuda")
print(*(int(number) for found in f(x, y) for number in found.ravel()))
""", NEO_STAND_IN_REPORT=str(report))
    assert done.stdout == "2999999 1499999 1499995 1499997 1499999 1500001 1500003\n", \
        done.stderr
    assert read_report(report)["allocations not freed"] == 0


def test_memory_of_old_results_is_used_again(tmp_path: Path):
    done = run_apart("""
f = neo.jit(lambda x: x + 1, device="cuda")
x = neo.to_device(np.zeros(200_000, np.float32))
for _ in range(20): x = f(x)
print(np.asarray(x)[-1])
del x
y = neo.to_device(np.zeros(450_000, np.float32))
print(np.asarray(y)[-1])
""", NEO_STAND_IN_MEMORY="2500000")
    assert done.stdout == "20.0\n0.0\n", done.stderr


def test_what_cuda_refuses_is_told():
    done = run_apart("""
try: neo.to_device(np.zeros(10, np.float32))
except neo.Error as error: print(error)
""", NEO_STAND_IN_NO_PINNED="1")
    assert "CUDA cannot pin 8388608 bytes of host memory: CUDA_ERROR_OUT_OF_MEMORY" \
        in done.stdout, done.stderr


def test_runs_are_timed_on_the_device():
    program = _core.DeviceProgram(double.ir(X), "main")
    assert program.time([neo.to_device(X)], 3) >= 0  # The stand-in times nothing.
    with pytest.raises(neo.Error, match="argument 0 must lie on the device"):
        program.time([X], 3)
    with pytest.raises(neo.Error, match=r"must be float32\[3, 4\], not float32\[2\]"):
        program.time([neo.to_device(X[0, :2])], 3)


def test_to_device_without_a_driver_says_what_is_missing():
    done = run_apart("neo.to_device(np.ones(3))", NEO_CUDA_DRIVER="libno-such-driver.so")
    assert "there is no CUDA driver: 'libno-such-driver.so' cannot be loaded" \
        in done.stderr
