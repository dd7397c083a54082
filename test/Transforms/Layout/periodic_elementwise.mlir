// RUN: neo-opt --neo-extend-periodic %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-extend-periodic))" %s

// Reads that wrap around along the innermost loop are two, before and behind
// the place; one whose divisor is a part of the loop, and one along another
// loop, stay what they are.

// CHECK:      neo.compute [i: 6, j: 20]
// CHECK-SAME:   %arg0[i, j + 3] if (j < 17) else -0.0
// CHECK-SAME:   %arg0[i, j mod 10]
// CHECK-SAME:   %arg0[(i + 1) mod 6, j]
// CHECK-SAME:   %arg0[i, j + 18] if (j < 2) else -0.0
// CHECK-SAME:   %arg0[i, j - 17] if (j - 17 >= 0) else -0.0
// CHECK-SAME:   %arg0[i, j - 2] if (j - 2 >= 0) else -0.0
func.func @f(%x: tensor<6x20xf32>) -> tensor<6x20xf32> {
  %0 = neo.compute [i: 6, j: 20]
         %x[i, (j + 3) mod 20], %x[i, j mod 10], %x[(i + 1) mod 6, j],
         %x[i, j - 20 * ((j - 2) floordiv 20) - 2]
     : (tensor<6x20xf32>, tensor<6x20xf32>, tensor<6x20xf32>,
        tensor<6x20xf32>) -> tensor<6x20xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.mulf %1, %d : f32
    neo.yield %2 : f32
  }
  return %0 : tensor<6x20xf32>
}
