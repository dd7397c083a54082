// RUN: neo-opt %s | neo-opt | FileCheck %s
// RUN: neo-opt %s --mlir-print-op-generic | neo-opt | FileCheck %s

// Nothing is read: every element is its own position.
// CHECK-LABEL: func.func @iota
// CHECK: neo.compute [i: 4] : () -> tensor<4xi64> {
// CHECK-NEXT: neo.index 0 : index
func.func @iota() -> tensor<4xi64> {
  %0 = neo.compute [i: 4] : () -> tensor<4xi64> {
    %i = neo.index 0 : index
    %v = arith.index_cast %i : index to i64
    neo.yield %v : i64
  }
  return %0 : tensor<4xi64>
}

// A tensor of rank 0 has no index, the sum of a vector no output loop.
// CHECK-LABEL: func.func @rank_zero
// CHECK: neo.compute [] sum [r: 8] %{{.*}}[r], %{{.*}}[] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
func.func @rank_zero(%A: tensor<8xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = neo.compute [] sum [r: 8] %A[r], %s[]
     : (tensor<8xf32>, tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<f32>
}
