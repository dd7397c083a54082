// RUN: neo-opt %s --neo-schedule | FileCheck %s

// A row sum reads one tensor, and memory is fastest in one place. A second
// vector that rows share is read less often with more rows at once.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func @sums(
// CHECK:         vector [j: 16] tile [] order [i] parallel 1
func.func @sums(%x: tensor<4096x3072xf32>) -> tensor<4096xf32> {
  %0 = neo.compute [i: 4096] sum [j: 3072] %x[i, j]
     : (tensor<4096x3072xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4096xf32>
}

// CHECK-LABEL: func.func @product(
// CHECK:         vector [j: 16] tile [i: {{[5-8]}}]
func.func @product(%x: tensor<4096x3072xf32>, %w: tensor<3072xf32>)
    -> tensor<4096xf32> {
  %0 = neo.compute [i: 4096] sum [j: 3072] %x[i, j], %w[j]
     : (tensor<4096x3072xf32>, tensor<3072xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %a, %b : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4096xf32>
}
}
