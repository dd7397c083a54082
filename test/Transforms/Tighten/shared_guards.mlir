// RUN: neo-opt --neo-tighten %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-tighten))" %s

// Factors that have one guard are not read where their term does not exist.

// CHECK:       sum [k: 32] %{{.*}}[i, k], %{{.*}}[k, j] where (i - k >= 0) :
func.func @f(%a: tensor<40x32xf32>, %b: tensor<32x40xf32>) -> tensor<40x40xf32> {
  %0 = neo.compute [i: 40, j: 40] sum [k: 32] %a[i, k] if (i - k >= 0) else 0.0,
                                              %b[k, j] if (i - k >= 0) else 0.0
     : (tensor<40x32xf32>, tensor<32x40xf32>) -> tensor<40x40xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<40x40xf32>
}
