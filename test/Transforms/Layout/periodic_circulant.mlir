// RUN: neo-opt --neo-extend-periodic %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-extend-periodic))" %s

// 15 j is -j modulo 16: the index has 31 values, not 226. The guard stays.

func.func @f(%w: tensor<16xf32>, %x: tensor<9x16xf32>) -> tensor<9x16xf32> {
  %y = neo.compute [b: 9, i: 16] sum [j: 16]
         %w[(15 * j + i) mod 16] if (j - i >= 0) else 0.0, %x[b, j]
     : (tensor<16xf32>, tensor<9x16xf32>) -> tensor<9x16xf32> {
  ^bb0(%c: f32, %d: f32):
    %0 = arith.mulf %c, %d : f32
    neo.yield %0 : f32
  }
  return %y : tensor<9x16xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[E:.*]] = neo.compute [[[T:.*]]: 31] %{{.*}}[([[T]] - 15) mod 16]
// CHECK:         neo.compute [b: 9, i: 16] sum [j: 16]
// CHECK-SAME:      %[[E]][i - j + 15] if (j - i >= 0) else 0.0
