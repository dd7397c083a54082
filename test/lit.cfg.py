# lit.cfg.py - how lit finds and runs the .mlir tests
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The .mlir and .ptx tests: one situation per file, named by the situation.

Substitutions
  neo-opt, neo-run, neo-ptx-run   this build's tools
  mlir-opt, mlir-runner   the distribution's
  %neo_plugin             NeoPlugin.so
  %stock_loops            mlir-opt options from linalg on tensors to LLVM
  %run_check              mlir-runner options that run @neo_check
Features
  stock                   mlir-opt and mlir-runner are installed
  ptxas                   the CUDA toolkit's assembler is installed
"""

import os
from shlex import quote

import lit.formats

config.name = "neo"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ptx"]
config.excludes = ["python", "Inputs"]
# Code is made for the machine that a test names, in its module or by NEO_TARGET, so that
# it is the same wherever tests run. For this one there is none: a test that names no
# machine fails.
config.environment["NEO_TARGET"] = "unnamed"
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.neo_binary_dir, "test")

binaries = os.path.join(config.neo_binary_dir, "bin")

# Bufferized, as loops, in the LLVM dialect: nothing of Neo has a part in it.
stock_loops = " ".join(
    [
        "--one-shot-bufferize=bufferize-function-boundaries",
        "--convert-linalg-to-loops",
        "--lower-affine",
        "--convert-scf-to-cf",
        "--expand-strided-metadata",
        "--lower-affine",
        "--convert-math-to-llvm",
        "--convert-math-to-libm",
        "--arith-expand",
        "--finalize-memref-to-llvm",
        "--convert-to-llvm",
        "--reconcile-unrealized-casts",
    ]
)
run_check = (
    "-e neo_check --entry-point-result=i32 "
    f"--shared-libs={quote(config.neo_runner_utils)}"
)
plugin = os.path.join(config.neo_binary_dir, "lib", "NeoPlugin.so")

tools = {
    "neo-opt": os.path.join(binaries, "neo-opt"),
    "neo-run": os.path.join(binaries, "neo-run"),
    "neo-ptx-run": os.path.join(binaries, "neo-ptx-run"),
    "FileCheck": config.neo_filecheck,
    "mlir-opt": config.neo_mlir_opt,
    "mlir-runner": config.neo_mlir_runner,
}
# A tool's name counts where a command starts, not inside a path or a flag.
config.substitutions += [
    (rf"(?<![\w./-]){name}(?![\w-])", quote(path)) for name, path in tools.items()
]
config.substitutions += [
    ("%neo_plugin", quote(plugin)),
    ("%stock_loops", stock_loops),
    ("%run_check", run_check),
    # Lit's own paths of a test, which may have spaces.
    (r"%s(?!\w)", '"%{s:real}"'),
    (r"%S(?!\w)", '"%{S:real}"'),
    (r"%t(?!\w)", '"%{t:real}"'),
]

if not config.neo_mlir_opt.endswith("NOTFOUND"):
    if not config.neo_mlir_runner.endswith("NOTFOUND"):
        config.available_features.add("stock")
toolkits = [os.environ.get(name) for name in ("CUDA_ROOT", "CUDA_HOME", "CUDA_PATH")]
toolkits = [folder for folder in toolkits if folder] or ["/usr/local/cuda"]
if os.access(os.path.join(toolkits[0], "bin", "ptxas"), os.X_OK):
    config.available_features.add("ptxas")
    config.environment["CUDA_ROOT"] = toolkits[0]
