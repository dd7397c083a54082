// RUN: neo-opt %s | FileCheck %s
// RUN: neo-opt %s | neo-opt | FileCheck %s

// Indices read as one writes them by hand: sums start with what is added,
// upper bounds are comparisons.
// CHECK-LABEL: func.func @indices
func.func @indices(%A: tensor<10xf32>) -> tensor<4x4xf32> {
  // CHECK: %arg0[4 - k]
  // CHECK-SAME: %arg0[6 - k - l]
  // CHECK-SAME: %arg0[2 * k - l + 3]
  // CHECK-SAME: %arg0[3 - 2 * (k floordiv 2)]
  // CHECK-SAME: %arg0[(8 * k + l) mod 5]
  // CHECK-SAME: %arg0[(k + 1) ceildiv 2]
  // CHECK-SAME: %arg0[(-k - l) mod 10]
  // CHECK-SAME: %arg0[0]
  %0 = neo.compute [k: 4, l: 4]
         %A[-k + 4], %A[-k - l + 6], %A[3 + 2 * k + -1 * l],
         %A[3 - (k floordiv 2) * 2], %A[(k * 8 + l) mod 5],
         %A[(1 + k) ceildiv 2], %A[(-(k + l)) mod 10], %A[0 * k]
     : (tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>,
        tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>)
     -> tensor<4x4xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %f: f32, %g: f32, %h: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @conditions
func.func @conditions(%A: tensor<10xf32>) -> tensor<4x4xf32> {
  // CHECK: %arg0[k] if (k + l < 5, k < 3, k - l >= 0, k - l - 1 >= 0,
  // CHECK-SAME: k - l == 0, 2 * k - 3 >= 0, k mod 2 < 1) else -inf
  %0 = neo.compute [k: 4, l: 4]
         %A[k] if (4 - k >= l, k < 3, k >= l, k > l, k == l, 3 <= 2 * k,
                   k mod 2 <= 0) else -inf
     : (tensor<10xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4x4xf32>
}
