# __init__.py - the benchmark of GPUs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""See gpu_check.py."""
