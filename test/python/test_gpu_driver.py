# test_gpu_driver.py - what the CUDA runtime asks of a driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Order of calls, lifetimes, graphs and errors, each in a process of its own."""

from pathlib import Path

from stand_in import run_apart

STEP = """
def loss(w, x): return ((neo.tanh(x @ w)) ** 2).sum()
step = neo.jit(lambda w, x: w - 0.1 * neo.grad(loss)(w, x), device="cuda")
w, x = np.ones((8, 3), np.float32), np.ones((5, 8), np.float32)
for _ in range(3): w = step(w, x)
"""


def read_report(path: Path) -> dict[str, int]:
    lines = (line.rsplit(": ", 1) for line in path.read_text().splitlines())
    return {name: int(number) for name, number in lines}


def test_steps_are_launches_of_one_graph(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart(STEP + "print(float(np.abs(w - w.mean(0)).max()))",
                     NEO_STAND_IN_REPORT=str(report))
    assert done.returncode == 0, done.stderr
    counts = read_report(report)
    assert counts["graphs"] == 3 and counts["modules"] == 1
    assert counts["kernels"] % 3 == 0


def test_everything_is_given_back(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart(STEP + "del step; import gc; gc.collect()",
                     NEO_STAND_IN_REPORT=str(report))
    assert done.returncode == 0, done.stderr
    counts = read_report(report)
    assert counts["allocations not freed"] == counts["handles not destroyed"] == 0


def test_no_memory_leaves_the_process_usable(tmp_path: Path):
    report = tmp_path / "report"
    done = run_apart("""
double = neo.jit(lambda x: x * 2, device="cuda")
try: double(np.ones(300000, np.float32))
except neo.Error as error: print(error)
print(double(np.ones(3, np.float32)))
del double
""", NEO_STAND_IN_MEMORY="2000000", NEO_STAND_IN_REPORT=str(report))
    assert done.returncode == 0, done.stderr
    assert "CUDA cannot allocate 1200000 bytes of device memory: " \
        "CUDA_ERROR_OUT_OF_MEMORY (out of memory)" in done.stdout
    assert "[2. 2. 2.]" in done.stdout
    assert read_report(report)["allocations not freed"] == 0


def test_code_is_for_the_chip_that_is_there():
    done = run_apart("""
f = neo.jit(lambda x: x * 2, device="cuda")
x = np.ones(3, np.float32)
f(x)
print(neo.ptx(f.ir(x), "sm_90"))
""", NEO_STAND_IN_CHIP="sm_120")
    assert ".target sm_90" in done.stdout, done.stderr


def test_old_chip_is_refused():
    done = run_apart("neo.jit(lambda x: x * 2, device='cuda')(np.ones(3))",
                     NEO_STAND_IN_CHIP="sm_75")
    assert "Neo needs a GPU of compute capability 8.0 or newer; this one is 'sm_75'" \
        in done.stderr


def test_missing_driver_is_one_sentence():
    done = run_apart("neo.jit(lambda x: x * 2, device='cuda')(np.ones(3))",
                     NEO_CUDA_DRIVER="libno-such-driver.so")
    assert "there is no CUDA driver: 'libno-such-driver.so' cannot be loaded; " \
        "install NVIDIA's driver, or run on the CPU" in done.stderr


def test_driver_without_a_device_is_one_sentence():
    done = run_apart("neo.jit(lambda x: x * 2, device='cuda')(np.ones(3))",
                     NEO_STAND_IN_NO_DEVICE="1")
    assert "the CUDA driver finds no GPU: check that nvidia-smi lists one" \
        in done.stderr


def test_interleaving_of_warps_does_not_matter():
    program = """
x = np.random.default_rng(0).standard_normal((7, 4000)).astype(np.float32)
f = neo.jit(lambda x: (x.sum(axis=1), x.max(axis=0)), device="cuda")
print([r.tobytes().hex() for r in f(x)])
"""
    runs = {run_apart(program, NEO_STAND_IN_SEED=seed).stdout
            for seed in ("0", "1", "2")}
    assert len(runs) == 1 and len(runs.pop()) > 1000


PRODUCT = """
product = neo.expr("C[i,j] += A[i,k] * B[k,j]")
a = np.ones((256, 256), np.float32)
print(neo.jit(product, device="cuda")(a, a)[0, 0])
"""


def test_schedules_fit_what_the_driver_tells_of_the_device():
    """A block of a GeForce has 99 KiB of shared memory, not the 163 of an A100."""
    done = run_apart(PRODUCT, NEO_STAND_IN_SHARED="4096", NEO_CACHE="0")
    assert done.returncode == 0 and "256.0" in done.stdout, done.stderr


def test_schedules_are_shown_for_the_chip_that_is_there():
    done = run_apart("""
print(neo.jit(lambda x: x.sum(axis=0), device="cuda").schedule(np.ones((64, 64))))
""", NEO_STAND_IN_CHIP="sm_90")
    assert done.stdout.startswith('#neo.gpu_schedule<"sm_90" blocks ')
