#!/usr/bin/env bash
# demo.sh - trains the capsule network of examples/ on handwritten digits
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/demo.sh [--epochs N] [--seed N] [--output FOLDER]
#
# Sets Neo up first where that is still to be done. Without --output, curves
# and weights go to build/demo.

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
"$root/scripts/setup.sh"
PYTHONPATH=$root/build/python exec "$root/.venv/bin/python" \
  "$root/examples/capsule_network.py" --output "$root/build/demo" "$@"
