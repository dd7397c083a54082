// RUN: not neo-opt --neo-optimize=foo %s 2>&1 | FileCheck %s
// RUN: not neo-opt --neo-to-vector=foo %s 2>&1 | FileCheck %s
// RUN: not neo-opt --neo-to-llvm=foo %s 2>&1 | FileCheck %s

// A pipeline without options names the one it was given.
// CHECK: no such option foo
