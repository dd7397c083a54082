#!/usr/bin/env bash
# gpu_check.sh - Neo on a machine with an NVIDIA GPU: all tests, then the benchmark
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/gpu_check.sh --bundle        here: makes dist/neo-gpu-check.tar.xz
#     scripts/gpu_check.sh [GROUP ...]     there: runs the tests of GPUs on the
#                                          device, then benchmarks/gpu_check.py
#     scripts/gpu_check.sh --rehearse      here: the same on the stand-in driver, at
#                                          small extents; nothing is timed
#
# The bundle carries Neo built, Python with the packages that it needs, and NVIDIA's
# libdevice; there it needs a driver, and glibc no older than here. The PyTorch of
# that machine's python3, or of the Python that NEO_TORCH_PYTHON names, takes part:
#
#     tar xf neo-gpu-check.tar.xz && neo-gpu-check/scripts/gpu_check.sh | tee result

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
packages="numpy ml_dtypes safetensors tqdm pytest pluggy iniconfig packaging pygments
  py.py xdist pytest_xdist-*.dist-info execnet"
most=60 # MiB

fail() {
  echo "gpu_check: $1" >&2
  exit 1
}

# What test/python and the benchmark need, in a folder and packed.
bundle() {
  cd "$root"
  scripts/wheel.sh
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  to=$folder/neo-gpu-check
  mkdir -p "$to/scripts" "$to/test"
  .venv/bin/python -m pip install --quiet --no-deps --target "$to/site" \
    dist/neo_compiler-*.whl
  from=$(.venv/bin/python -c 'import numpy, pathlib
print(pathlib.Path(numpy.__file__).parents[1])')
  for name in $packages numpy.libs _pytest; do # may be patterns
    cp -r "$from"/$name "$to/site/"
  done
  bundle_python "$to/python"
  # What no one calls there: tests, headers, and the other libraries of the wheel.
  find "$to/site" \( -name __pycache__ -o -name tests -o -name include \) \
    -prune -exec rm -rf {} +
  rm -rf "$to/site/bin" "$to"/site/neo/lib*
  cp scripts/gpu_check.sh "$to/scripts/"
  cp -r benchmarks examples pyproject.toml "$to/"
  cp -r test/python "$to/test/"
  library=$(.venv/bin/python -c 'import os, pathlib
names = [os.environ.get(n) for n in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH")]
for folder in [*filter(None, names), "/usr/local/cuda", "/usr/lib/cuda"]:
    file = pathlib.Path(folder, "nvvm/libdevice/libdevice.10.bc")
    if file.exists():
        print(file)
        break')
  [ -n "$library" ] || fail "libdevice is not found: let CUDA_ROOT name the toolkit"
  mkdir -p "$to/cuda/nvvm/libdevice"
  cp "$library" "$to/cuda/nvvm/libdevice/"
  tar -C "$folder" -cJf dist/neo-gpu-check.tar.xz neo-gpu-check
  size=$(($(stat -c %s dist/neo-gpu-check.tar.xz) >> 20))
  echo "bundle: dist/neo-gpu-check.tar.xz, $size MiB"
  [ "$size" -lt "$most" ] || fail "the bundle is larger than $most MiB"
}

# The interpreter of .venv and its standard library, in the folder $1: another machine's
# Python may be another version. Their libraries come along, but for glibc.
bundle_python() {
  mkdir -p "$1/bin" "$1/lib"
  local from
  from=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
  cp "$(.venv/bin/python -c 'import os, sys
print(os.path.realpath(sys.executable))')" "$1/bin/python"
  tar -C "$(dirname "$from")" --exclude=__pycache__ --exclude=test --exclude=tkinter \
    --exclude=idlelib --exclude=lib2to3 --exclude=ensurepip --exclude='config-*' \
    --exclude=site-packages --exclude=dist-packages -c "$(basename "$from")" |
    tar -C "$1/lib" -x
  find "$1" -type f \( -name python -o -name '*.so' \) -exec ldd {} + 2>/dev/null |
    awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -vE '/(ld-linux.*|lib(c|m|dl|rt|util|pthread|crypt))\.so' |
    xargs -r cp -Lt "$1/lib"
}

# The bundle's Python, or that of the build.
find_python() {
  if [ ! -d "$root/site" ]; then
    [ -x "$root/.venv/bin/python" ] || fail "Neo is not built: run scripts/setup.sh"
    python=$root/.venv/bin/python
    export PYTHONPATH=$root/build/python
    return
  fi
  python=$root/python/bin/python
  export NEO_TORCH_PYTHON=${NEO_TORCH_PYTHON-python3}
  export PYTHONHOME=$root/python PYTHONPATH=$root/site LD_LIBRARY_PATH=$root/python/lib
  export CUDA_ROOT=${CUDA_ROOT-$root/cuda}
}

# All tests that have a driver: the others ask the compiler alone.
run_tests() {
  local files
  mapfile -t files < <(grep -lE '(import|from) stand_in' "$root"/test/python/test_gpu*.py)
  (cd "$root" && "$python" -m pytest -q -p no:cacheprovider -rs -n auto \
    --maxprocesses 16 "${files[@]}")
}

case ${1-} in
--bundle)
  bundle
  exit
  ;;
--rehearse)
  shift
  find_python
  export NEO_CUDA_DRIVER=${NEO_CUDA_DRIVER-$root/build/lib/NeoCudaStandIn.so}
  [ -e "$NEO_CUDA_DRIVER" ] ||
    fail "the stand-in driver is not built: ninja -C build NeoCudaStandIn"
  exec "$python" "$root/benchmarks/gpu_check.py" --small "$@"
  ;;
--*) fail "unknown option '$1': usage: scripts/gpu_check.sh [--bundle | --rehearse] [GROUP ...]" ;;
esac

find_python
export NEO_TEST_DEVICE=1
echo "tests on the device:"
status=0
run_tests || status=1
"$python" "$root/benchmarks/gpu_check.py" "$@" || status=1
exit $status
