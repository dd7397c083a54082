# __init__.py - whole networks, written as index expressions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each module has `loss(params, *data)`, `shapes()` and `data(batch)`."""
