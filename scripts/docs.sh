#!/usr/bin/env bash
# docs.sh - writes docs/Passes.md from the passes' own descriptions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
#
#     scripts/docs.sh [--check]
#
# The source is include/Neo/*/Passes.td. --check changes nothing and fails,
# showing the difference, where the page is not what the script would write.

set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
page=docs/Passes.md

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

write_page() {
  cat <<'MARKDOWN'
# Passes

Written by `scripts/docs.sh` from `include/Neo/*/Passes.td`: change those. Each
is an option of `neo-opt` and a pass for other MLIR compilers; pipelines
run them in order:

| pipeline | passes |
|---|---|
| `--neo-optimize` | gradients, inlining, fusion, layouts: still neo |
| `--neo-explain` | the same, with a remark on each decision: its price, or why not |
| `--neo-to-vector` | kernels in scf and vector operations, and their launches |
| `--neo-to-llvm` | the kernels alone, in the LLVM dialect |

## On neo

MARKDOWN
  passes include/Neo/Transforms/Passes.td
  printf '\n## To and from other dialects\n\n'
  passes include/Neo/Conversion/Passes.td
}

case "${1-}" in
--check)
  write_page | diff -u "$page" - ||
    fail "$page is not up to date: run scripts/docs.sh"
  ;;
'') write_page >"$page" ;;
*) fail "unknown option '$1'; the only one is --check" ;;
esac
