// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse{explain}))' 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// What is returned is written anyway. A reader that becomes one kernel with it
// has the element at hand, and gains nothing by computing it again.

// CHECK: remark: operand #0 stays a tensor: one kernel of both has what the producer writes at hand
// CHECK-LABEL: func.func @f(
// CHECK-COUNT-1: arith.mulf
// CHECK-NOT:     arith.mulf
func.func @f(%x: tensor<512x512xf32>)
    -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %y = neo.compute [i: 512, j: 512] %x[i, j]
     : (tensor<512x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [i: 512, j: 512] %y[i, j]
     : (tensor<512x512xf32>) -> tensor<512x512xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y, %z : tensor<512x512xf32>, tensor<512x512xf32>
}
