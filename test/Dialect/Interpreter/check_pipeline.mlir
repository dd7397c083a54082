// RUN: neo-run %s --check-pipeline="builtin.module(canonicalize,cse)" | FileCheck %s
// RUN: not neo-run %s --check-pipeline="builtin.module(no-such-pass)" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not neo-run %s --entry=f --check-pipeline="builtin.module(symbol-dce)" 2>&1 | FileCheck %s --check-prefix=GONE

// CHECK: equal: 1 results, seed 1
// UNKNOWN: 'no-such-pass' does not refer to a registered pass
// GONE: after the pipeline, 'f' is gone
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = neo.compute [i: 3] %x[2 - i], %x[i] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 3] %0[2 - i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<3xf32>
}
func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
