// RUN: neo-opt --neo-group=explain %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-group))" %s

// Sums of two tensors' rows are one kernel, unless one of them is the same in
// every run and needed by the first one only.

// CHECK: remark: statements over [i, j] [i, j] are not one kernel: some of them are the same in every run and computed once

func.func @f(%x: tensor<512x512xf32>, %w: tensor<512x512xf32> {neo.fixed})
    -> (tensor<512xf32>, tensor<512xf32>) {
  %0 = neo.compute [i: 512] sum [j: 512] %w[i, j]
     : (tensor<512x512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 512] sum [j: 512] %x[i, j], %0[i]
     : (tensor<512x512xf32>, tensor<512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    neo.yield %c : f32
  }
  return %0, %1 : tensor<512xf32>, tensor<512xf32>
}

// CHECK-LABEL: func.func @f
// CHECK-NOT:   neo.kernel
