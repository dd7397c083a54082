// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s
// RUN: neo-opt --neo-autodiff %s \
// RUN:   | env NEO_TARGET=avx512 neo-run --entry=check --check-pipeline="builtin.module(neo-optimize)" -

// Padding shares as well, and what it gets is lost; terms outside 'where' share
// nothing. Where there is a NaN, nothing equals the extremum: 0 / 0.

func.func @f(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %m = neo.compute [i: 3] max [j: 5]
         %x[i, j - 1] if (j >= 1) else 3.0 where (i + j >= 1)
         {neo.ties = "shared"} : (tensor<3x4xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<3xf32>
}
func.func private @f_vjp(tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>

// CHECK: [0, 4, 4, 0], [0, 2, 2, 0], [nan, nan, nan, nan]
func.func @check() -> tensor<3x4xf32> {
  %x = arith.constant dense<[[1.0, 3.0, 3.0, 2.0], [1.0, 3.0, 3.0, 2.0],
                             [1.0, 0x7FC00000, 3.0, 3.0]]> : tensor<3x4xf32>
  %g = arith.constant dense<[8.0, 6.0, 1.0]> : tensor<3xf32>
  %d = func.call @f_vjp(%x, %g)
     : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return %d : tensor<3x4xf32>
}
