#!/usr/bin/env bash
# wheel.sh - makes dist/neo_compiler-*.whl, with LLVM and MLIR inside
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/wheel.sh [--check]
#
# The wheel needs Python, NumPy and glibc, and no package of the system. --check
# installs it into an empty environment and runs its self-check there, and beside the
# compilers of other packages that .venv has (scripts/setup.sh --peers).

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
[ -x .venv/bin/python ] && command -v clang++-22 >/dev/null || scripts/setup.sh
rm -rf dist
.venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir dist \
  --config-settings=cmake.define.NEO_STATIC_LLVM=ON .
wheel=$(echo dist/neo_compiler-*.whl)
printf 'wheel: %s, %d MB\n' "$wheel" "$(($(stat -c %s "$wheel") >> 20))"

if [ "${1-}" = --check ]; then
  empty=$(mktemp -d)
  trap 'rm -rf "$empty"' EXIT
  python3 -m venv "$empty/venv"
  "$empty/venv/bin/pip" install --quiet "$wheel"
  .venv/bin/pip install --quiet --no-deps --target "$empty/site" "$wheel"
  cd "$empty" # away from the sources
  env -u PYTHONPATH NEO_CACHE=0 "$empty/venv/bin/python" -m neo
  PYTHONPATH=$empty/site "$root/.venv/bin/python" -m pytest -q \
    -p no:cacheprovider "$root/test/python/test_beside.py"
fi
