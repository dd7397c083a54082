// RUN: neo-opt --help | FileCheck %s --check-prefix=OPT
// RUN: neo-opt --help-hidden | FileCheck %s --check-prefix=ALL
// RUN: neo-run --help | FileCheck %s --check-prefix=TOOL
// RUN: neo-run --help-hidden | FileCheck %s --check-prefix=EVERY

// LLVM's options are there, but not shown among those that are asked for.

// OPT-NOT:   amdgpu
// OPT:       Neo's passes and pipelines:
// OPT-NOT:   amdgpu
// OPT:         --neo-autodiff
// OPT-NOT:     --affine-
// OPT:         --neo-optimize
// OPT:       Options of mlir-opt that go with them:
// OPT:         --mlir-print-ir-after-all
// OPT:         --pass-pipeline
// OPT-NOT:   remarks

// ALL:       --amdgpu-use-aa-in-codegen
// ALL:       --canonicalize
// ALL:       --neo-autodiff

// TOOL-NOT:  amdgpu
// TOOL:      What to run and what to compare:
// TOOL:        --entry=<string>
// TOOL-NOT:  mlir

// EVERY:     --amdgpu-use-aa-in-codegen
// EVERY:     --entry=<string>
