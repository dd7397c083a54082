# __init__.py - ahead-of-time compilation to modules on disk
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Ahead-of-time compilation: `neo.export` writes a function as a module, a folder that
holds machine code, launch plan, memory plan and weights; `neo.load` runs one, and so
does libneo_runtime, which programs in C and C++ link, without Python and without LLVM.

    neo.export(classify, neo.spec((1, 784), "f32"), path="classify.neo")
    classify = neo.load("classify.neo")
    logits = classify(image)

The format is described in include/Neo/Runtime/Module/StaticModule.h.
"""

from neo.exports.loading import Loaded, load
from neo.exports.runtime import runtime_folder
from neo.exports.writing import export

__all__ = ["Loaded", "export", "load", "runtime_folder"]
