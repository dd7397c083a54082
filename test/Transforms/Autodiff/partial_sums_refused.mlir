// RUN: neo-opt --neo-autodiff=partial-sums %s | FileCheck %s

// Gradients that are gathered at once although partial sums are asked for.

// The sums, one for each pair of window and position, would cost more to write
// and read than the two filters cost to multiply.
// CHECK-LABEL: func.func @few_filters_vjp(
// CHECK-DAG:     neo.compute [z0: 5] sum [{{.*}}: 2, {{.*}}: 3]
// CHECK-DAG:     neo.compute [k: 2, r: 3] sum [p: 3]
// CHECK-NOT:     neo.compute
// CHECK:         return
func.func @few_filters(%A: tensor<5xf32>, %W: tensor<2x3xf32>)
    -> tensor<2x3xf32> {
  %C = neo.compute [k: 2, p: 3] sum [r: 3] %A[p + r], %W[k, r]
     : (tensor<5xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<2x3xf32>
}

// Every element of an operand of a matrix product is read at all points of the
// loops it does not see: nothing would be saved.
// CHECK-LABEL: func.func @product_vjp(
// CHECK-DAG:     neo.compute [i: 64, k: 64] sum [j: 64]
// CHECK-DAG:     neo.compute [k: 64, j: 64] sum [i: 64]
// CHECK-NOT:     neo.compute
// CHECK:         return
func.func @product(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
