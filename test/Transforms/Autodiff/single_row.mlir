// RUN: neo-opt %s --neo-derive 2>&1 | FileCheck %s
// RUN: neo-opt %s --neo-autodiff \
// RUN:   | neo-run --entry=main --check-pipeline="builtin.module(neo-derive)" -

// One row of the table is read: its gradient is one sum, put into its place, and
// neither gathered by all rows nor scattered.

// CHECK-NOT: remark
// CHECK-NOT: scatter
// CHECK: %[[SUM:.*]] = neo.compute [c: 8] sum
// CHECK: neo.compute [z0: 33, c: 8] %[[SUM]][c] if (z0 - 2 == 0) else 0.0
func.func private @f(%Q: tensor<32x8xf32>, %R: tensor<33x8xf32>) -> tensor<32x32xf32> {
  %S = neo.compute [i: 32, j: 32] sum [c: 8]
         %Q[i, c], %R[2, c] if (j - i - 1 >= 0) else 0.0
     : (tensor<32x8xf32>, tensor<33x8xf32>) -> tensor<32x32xf32> {
  ^bb0(%q: f32, %r: f32):
    %0 = arith.mulf %q, %r : f32
    neo.yield %0 : f32
  }
  return %S : tensor<32x32xf32>
}
func.func private @f_vjp(tensor<32x8xf32>, tensor<33x8xf32>, tensor<32x32xf32>)
    -> (tensor<32x8xf32>, tensor<33x8xf32>)
func.func @main(%Q: tensor<32x8xf32>, %R: tensor<33x8xf32>, %d: tensor<32x32xf32>)
    -> tensor<33x8xf32> {
  %g:2 = func.call @f_vjp(%Q, %R, %d) : (tensor<32x8xf32>, tensor<33x8xf32>, tensor<32x32xf32>)
    -> (tensor<32x8xf32>, tensor<33x8xf32>)
  return %g#1 : tensor<33x8xf32>
}
