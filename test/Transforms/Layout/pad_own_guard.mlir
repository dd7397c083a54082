// RUN: neo-opt --neo-pad %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-pad))" %s

// Each element of %A is used 48 times: the guard moves into a padded copy.

func.func @f(%A: tensor<28xf32>, %W: tensor<16x3xf32>) -> tensor<16x28xf32> {
  %C = neo.compute [k: 16, p: 28] sum [r: 3]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 28) else 0.0, %W[k, r]
     : (tensor<28xf32>, tensor<16x3xf32>) -> tensor<16x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<16x28xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: tensor<28xf32>, %[[W:.*]]: tensor<16x3xf32>)
// CHECK:         %[[P:.*]] = neo.compute [[[Y:.*]]: 30] %[[A]][[[Y]] - 1]
// CHECK-SAME:      if ([[Y]] - 1 >= 0
// CHECK-SAME:      else 0.000000e+00
// CHECK:         neo.compute [k: 16, p: 28] sum [r: 3] %[[P]][p + r], %[[W]][k, r]
// CHECK-NOT:     if
// CHECK:           arith.mulf
