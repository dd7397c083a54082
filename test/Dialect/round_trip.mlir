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

// CHECK-LABEL: func.func @strided_padded_convolution
// CHECK: neo.compute [b: 1, k: 4, p: 3, q: 3] sum [c: 2, r: 3, s: 3]
// CHECK-SAME: %{{.*}}[b, c, 2 * p + r - 1, 2 * q + s - 1]
// CHECK-SAME: if (2 * p + r - 1 >= 0, 2 * p + r < 7, 2 * q + s - 1 >= 0, 2 * q + s < 7)
// CHECK-SAME: else 0.000000e+00, %{{.*}}[k, c, r, s] :
func.func @strided_padded_convolution(
    %A: tensor<1x2x6x6xf32>, %W: tensor<4x2x3x3xf32>) -> tensor<1x4x3x3xf32> {
  %0 = neo.compute [b: 1, k: 4, p: 3, q: 3] sum [c: 2, r: 3, s: 3]
         %A[b, c, 2 * p + r - 1, 2 * q + s - 1]
         if (2 * p + r > 0, 2 * p + r <= 6, 2 * q + s > 0, 2 * q + s <= 6)
         else 0.0, %W[k, c, r, s]
     : (tensor<1x2x6x6xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x3x3xf32> {
  ^bb0(%a: f32, %w: f32):
    %p = arith.mulf %a, %w : f32
    neo.yield %p : f32
  }
  return %0 : tensor<1x4x3x3xf32>
}

// CHECK-LABEL: func.func @attributes
// CHECK: neo.compute [i: 4] %{{.*}}[i] {note = "kept"} :
func.func @attributes(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] {note = "kept"}
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @every_kind
// CHECK: prod [r: 2]
// CHECK: max [r: 2]
// CHECK: min [r: 2]
// CHECK: and [r: 2]
// CHECK: or [r: 2]
// CHECK: argmax [r: 2]
// CHECK: argmin [r: 2]
func.func @every_kind(%A: tensor<2xi64>) {
  %0 = neo.compute [] prod [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %1 = neo.compute [] max [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %2 = neo.compute [] min [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %3 = neo.compute [] and [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %4 = neo.compute [] or [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %5 = neo.compute [] argmax [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %6 = neo.compute [] argmin [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  return
}
