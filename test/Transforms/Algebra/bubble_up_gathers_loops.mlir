// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-bubble-up-gathers))' | FileCheck %s
// RUN: neo-run %s --check-pipeline='builtin.module(func.func(neo-bubble-up-gathers))'

// A transposed operand, a position in the body, and a guard, none of which the
// integer decides, follow the loops of the gather.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[G:.*]] = neo.gather [i: 4, j: 2] %{{.*}}[%{{.*}}[j], i]
// CHECK:         neo.compute [i: 4, j: 2] %[[G]][i, j], %{{.*}}[i - 1] if (i - 1 >= 0{{.*}}) else 1.0
// CHECK:           neo.index 0 : index
func.func @f(%x: tensor<9x5xf32>, %w: tensor<3xf32>) -> tensor<4x2xf32> {
  %t = arith.constant dense<[7, 0]> : tensor<2xi64>
  %0 = neo.compute [a: 5, b: 9] %x[b, a], %w[a - 1] if (a >= 1, a < 4) else 1.0
     : (tensor<9x5xf32>, tensor<3xf32>) -> tensor<5x9xf32> {
  ^bb0(%p: f32, %q: f32):
    %n = neo.index 0 : index
    %i = arith.index_cast %n : index to i32
    %f = arith.sitofp %i : i32 to f32
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %1, %f : f32
    neo.yield %2 : f32
  }
  %1 = neo.gather [i: 4, j: 2] %0[i, %t[j]]
     : (tensor<5x9xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
