#!/usr/bin/env bash
# setup.sh - packages, virtual environment and build
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/setup.sh [--peers]
#
# Installs the Debian packages that are missing (as root or with sudo), makes
# .venv with the packages of scripts/requirements.txt, and builds Neo in build/.
# --peers also installs what Neo is compared with, PyTorch: several gigabytes;
# and QEMU with a compiler for AArch64.
#
# A step that is done already is skipped, so that repeating costs seconds. What
# the steps print goes to build/setup.log (what Python's packages print, which are
# installed beside Debian's, to build/setup-python.log); its tail is shown when one
# fails.

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
log=$root/build/setup.log
python=$root/.venv/bin/python

packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  clang-22 libclang-rt-22-dev lld-22 clang-format-22 clang-tidy-22
  cmake ninja-build ccache libzstd-dev zlib1g-dev libgtest-dev libgmock-dev
)
python_packages=(python3 python3-venv python3-dev)
# Another machine's compiler, and that machine: exported modules run there, too. A
# browser, for the pages of neo.explain.
peer_packages=(qemu-user gcc-aarch64-linux-gnu g++-aarch64-linux-gnu chromium)

export DEBIAN_FRONTEND=noninteractive
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore

say() { printf 'setup: %s\n' "$*"; }

fail() {
  printf 'setup: %s\n' "$*" >&2
  exit 1
}

# logged SENTENCE COMMAND...: runs the command; if it fails, shows the end of
# what it printed and stops with the sentence.
logged() {
  local sentence=$1
  shift
  printf '\n$ %s\n' "$*" >>"$log"
  "$@" >>"$log" 2>&1 </dev/null && return
  tail -n 25 "$log" >&2
  fail "$sentence (all of it: $log)"
}

# --- Debian packages --------------------------------------------------------

# The packages among the arguments that dpkg does not report as installed.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
      grep -q '^install ok installed' || printf '%s\n' "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  fi
}

install_packages() {
  command -v apt-get >/dev/null || fail "this is not Debian: install the" \
    "equivalents of $* yourself, then run scripts/setup.sh again"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
    fail "run 'apt-get install $*' as root, then scripts/setup.sh again"
  [ "$(id -u)" -eq 0 ] || sudo -v ||
    fail "sudo refused: run 'apt-get install $*' as root," \
      "then scripts/setup.sh again"
  say "installing Debian packages: $*"
  logged "'apt-get update' failed: check the network and the apt sources" \
    as_root apt-get update
  local package
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 || fail "no apt source offers" \
      "$package: enable Debian 12's bookworm and bookworm-security, run" \
      "'apt-get update', then scripts/setup.sh again"
  done
  logged "'apt-get install $*' failed" \
    as_root apt-get install -y --no-install-recommends "$@"
}

# --- Python -----------------------------------------------------------------

# Python 3.11 or newer that can make environments and has C headers.
is_usable_python() {
  command -v "$1" >/dev/null && "$1" - <<'PYTHON' 2>/dev/null
import ensurepip, pathlib, sys, sysconfig, venv
headers = pathlib.Path(sysconfig.get_path("include"), "Python.h")
sys.exit(not (sys.version_info >= (3, 11) and headers.exists()))
PYTHON
}

# Prints the first usable Python: the caller's choice, PATH's, Debian's.
find_python() {
  local candidate
  for candidate in "${PYTHON:-python3}" /usr/bin/python3; do
    if is_usable_python "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  return 1
}

# Environments do not survive a move: their scripts name their old place.
is_environment_in_place() {
  grep -qxF "$root/build/python" .venv/lib/python3*/site-packages/neo.pth \
    2>/dev/null && "$python" -m pip --version >/dev/null 2>&1
}

make_environment() {
  local base
  base=$(find_python) || fail "Debian's python3 is older than 3.11: set" \
    "PYTHON to a Python 3.11 or newer with headers and venv"
  say "making .venv with $base"
  logged "'$base -m venv .venv' failed" "$base" -m venv --clear .venv
  # With this, `import neo` finds the build.
  printf '%s\n' "$root/build/python" >"$("$python" -c \
    'import sysconfig; print(sysconfig.get_path("purelib"))')/neo.pth"
}

# install_requirements NAME OPTIONS...: once per content of the file.
install_requirements() {
  local file=scripts/$1.txt stamp=.venv/neo-$1
  shift
  cmp -s "$file" "$stamp" && return
  say "installing what $file names"
  logged "'pip install -r $file' failed: check the network" \
    "$python" -m pip install "$@" -r "$file"
  cp "$file" "$stamp"
}

prepare_python() {
  log=$root/build/setup-python.log
  : >"$log"
  is_environment_in_place || make_environment
  install_requirements requirements
}

install_peers() {
  cmp -s scripts/requirements-peers.txt .venv/neo-requirements-peers && return
  local free
  free=$(df --output=avail -k . | tail -n 1)
  [ "$free" -ge 12000000 ] || fail "PyTorch and its libraries need 12 GB of" \
    "free disk space, but $root has $((free / 1000000)) GB: free some, then" \
    "run scripts/setup.sh --peers again"
  mkdir -p build/tmp
  TMPDIR=$root/build/tmp install_requirements requirements-peers --no-cache-dir
  rm -rf build/tmp
  logged "PyTorch was installed but cannot be imported" \
    "$python" -c 'import torch'
}

# --- Build ------------------------------------------------------------------

# A build folder keeps absolute paths, so a moved one is configured afresh.
configure() {
  local fresh=()
  cmp -s CMakePresets.json build/neo-presets && [ -f build/build.ninja ] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" build/CMakeCache.txt &&
    return
  [ ! -f build/CMakeCache.txt ] ||
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" build/CMakeCache.txt ||
    fresh=(--fresh)
  say "configuring"
  logged "'cmake --preset release' failed" cmake "${fresh[@]}" --preset release
  cp CMakePresets.json build/neo-presets
}

# Logs a build's output and shows its counter: in place on a terminal,
# otherwise every fifth of the way.
show_progress() {
  local line fifth shown=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    fifth=$((5 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if [ -t 1 ]; then
      printf '\rsetup: building %s of %s ' "${BASH_REMATCH[@]:1:2}"
    elif [ "$fifth" -gt "$shown" ]; then
      say "building ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
      shown=$fifth
    fi
  done
  [ ! -t 1 ] || printf '\r\033[K'
}

build() {
  if ! NINJA_STATUS='[%f/%t] ' cmake --build --preset release 2>&1 </dev/null |
    show_progress; then
    grep -A 25 -m 1 -E '^FAILED:|error:' "$log" >&2 || tail -n 25 "$log" >&2
    fail "'cmake --build --preset release' failed (all of it: $log)"
  fi
}

main() {
  local peers=no missing
  case "$*" in
  '') ;;
  --peers)
    peers=yes
    packages+=("${peer_packages[@]}")
    ;;
  *) fail "unknown option '$*': usage: scripts/setup.sh [--peers]" ;;
  esac
  { mkdir -p build && : >>"$log"; } 2>/dev/null || fail "cannot write to" \
    "$root/build: run as the user who owns $root"
  exec 9>build/setup.lock
  flock 9 # One set-up at a time.
  : >"$log"

  mapfile -t missing < <(missing_packages "${packages[@]}")
  if ! is_environment_in_place && ! find_python >/dev/null; then
    mapfile -t -O "${#missing[@]}" missing \
      < <(missing_packages "${python_packages[@]}")
    install_packages "${missing[@]}"
    missing=()
  fi
  # Python's packages come while Debian's are unpacked.
  prepare_python &
  preparing=$!
  trap 'kill "$preparing" 2>/dev/null || :' EXIT
  [ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
  wait "$preparing"
  trap - EXIT
  [ "$peers" = no ] || install_peers
  configure
  build
  logged "'import neo' failed" "$python" -c 'import neo, neo._core'
  say "ready after $SECONDS s: build/bin/neo-opt, .venv/bin/python"
}

main "$@"
