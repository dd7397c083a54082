# __init__.py - what is measured against what
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One module per peer. Each has `formulations(case, mode, arrays)`, and may have
`training(step, arrays)` and `threads(count)`; see worker.py."""
