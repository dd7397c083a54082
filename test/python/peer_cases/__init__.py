# __init__.py - operators beside the same functions in PyTorch
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Tables of cases for test_peers.py, one module per family of operators."""
