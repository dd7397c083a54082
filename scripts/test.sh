#!/usr/bin/env bash
# test.sh - runs the tests
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/test.sh [--all] [CTEST OPTIONS]
#
# Sets Neo up first where that is still to be done. --all also installs PyTorch
# (several gigabytes) and runs the tests that compare Neo with it, builds the wheel,
# and fuzzes what reads files.
#
#     scripts/test.sh -L unit        # one label: lit, unit, python or fuzz
#     scripts/test.sh -R Runtime     # the tests with this in their name

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
selection=()
if [ "${1-}" = --all ]; then
  shift
  "$root/scripts/setup.sh" --peers
else
  "$root/scripts/setup.sh"
  selection=(-LE '^(peers|extended)$')
  echo "tests: those labelled peers and extended run with scripts/test.sh --all"
fi

# ctest counts programs; this adds up the cases that they report.
count_cases() {
  awk '
    /^\[  (PASSED|FAILED|SKIPPED) +\] [0-9]+ test/ { count[tolower($2)] += $4 }
    /^  (Passed|Failed|Unresolved) *: [0-9]/ { sub(/:/, " ")
      count[$1 == "Passed" ? "passed" : "failed"] += $2 }
    /^  (Unsupported|Skipped) *: [0-9]/ { sub(/:/, " "); count["skipped"] += $2 }
    /^[0-9]+ (passed|failed|skipped|error).* in [0-9.]+s/ { gsub(/,/, "")
      for (i = 1; $i ~ /^[0-9]+$/; i += 2)
        count[$(i + 1) ~ /^error/ ? "failed" : $(i + 1)] += $i }
    END { printf "tests: %d passed, %d failed, %d skipped\n",
      count["passed"], count["failed"], count["skipped"] }
  ' "$root/build/Testing/Temporary/LastTest.log"
}

status=0
ctest --test-dir "$root/build" --output-on-failure --parallel "$(nproc)" \
  "${selection[@]}" "$@" </dev/null || status=$?
count_cases
exit "$status"
