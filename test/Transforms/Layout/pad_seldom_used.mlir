// RUN: neo-opt --neo-pad %s | FileCheck %s

// Each element of %A is used 3 times: no copy is made, and the guard stays.
// That its failure makes a term 0 is said to whoever writes the loops.

func.func @f(%A: tensor<4x28xf32>, %W: tensor<4x3xf32>) -> tensor<4x28xf32> {
  %C = neo.compute [c: 4, p: 28] sum [r: 3]
         %A[c, p + r - 1] if (p + r >= 1, p + r < 29) else 0.0, %W[c, r]
     : (tensor<4x28xf32>, tensor<4x3xf32>) -> tensor<4x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<4x28xf32>
}

// CHECK:       #[[SET:.*]] = affine_set<(d0, d1, d2) : (d1 + d2 - 1 >= 0, -(d1 + d2) + 28 >= 0)>
// CHECK:       neo.compute [c: 4, p: 28] sum [r: 3] %{{.*}}[c, p + r - 1]
// CHECK-SAME:    if (p + r - 1 >= 0
// CHECK-SAME:    neo.nonzero = #[[SET]]
