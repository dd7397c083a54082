#!/usr/bin/env bash
# docs.sh - writes the pages of passes from what describes them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/docs.sh [--check]
#
# The pages are docs/Passes.md, docs/AlgebraPasses.md, docs/ScanPasses.md and
# docs/Conversions.md, the source is include/Neo/*/*Passes.td. --check changes nothing
# and fails, showing the difference, where a page is not what the script would write.

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"

fail() {
  printf 'docs: %s\n' "$*" >&2
  exit 1
}

tablegen=$(command -v mlir-tblgen-22) ||
  fail "mlir-tblgen-22 is not installed: run scripts/setup.sh"
includes=$(llvm-config-22 --includedir)

# passes FILE: its passes as Markdown, without comments, without two empty
# lines in a row and none at the end.
passes() {
  "$tablegen" -gen-pass-doc -I include -I "$includes" "$1" |
    sed -e '/^<!--.*-->$/d' -e 's/[[:space:]]*$//' |
    cat -s | sed -e '1{/^$/d}' -e '${/^$/d}'
}

write_passes() {
  cat <<'MARKDOWN'
# Passes

Written by `scripts/docs.sh` from `include/Neo/Transforms/Passes.td`: change that. Each
is an option of `neo-opt` and a pass for other MLIR compilers; pipelines run them in
order. Those that rewrite expressions are in [AlgebraPasses.md](AlgebraPasses.md), those
of loops over time in [ScanPasses.md](ScanPasses.md), those to and from other dialects in
[Conversions.md](Conversions.md).

| pipeline | passes |
|---|---|
| `--neo-optimize` | gradients, inlining, fusion, layouts: still neo |
| `--neo-explain` | the same, with a remark on each decision: its cost, or why not |
| `--neo-algebra` | a part of it: cheaper and safer expressions of the same |
| `--neo-to-vector` | kernels in scf and vector operations, and their launches |
| `--neo-to-llvm` | the kernels alone, in the LLVM dialect |
| `--neo-derive` | a part of `--neo-optimize`: gradients and inlining, not fused yet |
| `--neo-optimize-for-gpu` | `--neo-optimize` without the layouts of a CPU |
| `--neo-to-nvvm`, `--neo-to-ptx` | kernels of a GPU, in the NVVM dialect and as PTX ([Gpu.md](Gpu.md)) |

MARKDOWN
  passes include/Neo/Transforms/Passes.td | without_others
}

# without_others: the sections of passes that the other pages have not.
without_others() {
  awk -v others="$({
    passes include/Neo/Transforms/AlgebraPasses.td
    passes include/Neo/Transforms/ScanPasses.td
  } | grep '^### ')" '
    BEGIN { split(others, names, "\n"); for (i in names) skip[names[i]] = 1 }
    /^### / { skips = $0 in skip }
    !skips' | sed -e '${/^$/d}'
}

write_algebra() {
  cat <<'MARKDOWN'
# Passes of algebra

Written by `scripts/docs.sh` from `include/Neo/Transforms/AlgebraPasses.td`: change that.
These passes write what is equal in the reals in a cheaper or safer way, most of them in
`--neo-algebra`; what they change of the rounding is in [Numerics.md](Numerics.md). The
other passes on neo are in [Passes.md](Passes.md).

MARKDOWN
  passes include/Neo/Transforms/AlgebraPasses.td
}

write_scans() {
  cat <<'MARKDOWN'
# Passes of loops over time

Written by `scripts/docs.sh` from `include/Neo/Transforms/ScanPasses.td`: change that.
These passes take out of a `neo.scan` what need not be done in every step. The other
passes on neo are in [Passes.md](Passes.md).

MARKDOWN
  passes include/Neo/Transforms/ScanPasses.td
}

write_conversions() {
  cat <<'MARKDOWN'
# Conversions

Written by `scripts/docs.sh` from `Passes.td` and `GPUPasses.td` in
`include/Neo/Conversion`: change these. These passes lead from other dialects to neo and
from neo to others, of a CPU and of a GPU; those on neo are in [Passes.md](Passes.md).

MARKDOWN
  passes include/Neo/Conversion/Passes.td
  echo
  passes include/Neo/Conversion/GPUPasses.td
}

# check PAGE COMMAND: is the page what the command writes?
check() {
  "$2" | diff -u "$1" - || fail "$1 is not up to date: run scripts/docs.sh"
}

case "${1-}" in
--check)
  check docs/Passes.md write_passes
  check docs/AlgebraPasses.md write_algebra
  check docs/ScanPasses.md write_scans
  check docs/Conversions.md write_conversions
  ;;
'')
  write_passes >docs/Passes.md
  write_algebra >docs/AlgebraPasses.md
  write_scans >docs/ScanPasses.md
  write_conversions >docs/Conversions.md
  ;;
*) fail "unknown option '$1'; the only one is --check" ;;
esac
