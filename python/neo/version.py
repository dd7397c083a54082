# version.py - which Neo this is
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The version of the package, which exported modules name as well."""

__version__ = "0.1.0"
