// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// The guard and the pad of a producer move with its expression.

func.func @f(%x: tensor<6xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 8] %x[i - 1] if (i >= 1, i < 7) else -1.0
     : (tensor<6xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [j: 4] %0[2 * j] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %n = arith.addf %a, %a : f32
    neo.yield %n : f32
  }
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [j: 4] %{{.*}}[2 * j - 1]
// CHECK-SAME:      if (2 * j - 1 >= 0
// CHECK-SAME:      else -1.000000e+00
// CHECK-NOT:     neo.compute
