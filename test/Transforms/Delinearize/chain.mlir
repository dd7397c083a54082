// RUN: neo-opt --neo-delinearize %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-delinearize))" %s

// Loops that run over one dimension of intermediate tensors are split together,
// with the values that bodies and guards take from them.

// CHECK-LABEL: func.func @chain
// CHECK: %0 = neo.compute [i0: 4, i1: 8, n: 5] sum [k: 3] %arg0[i0, i1, k], %arg1[k, n]
// CHECK: %1 = neo.compute [i0: 4, i1: 8, n: 5] %0[i0, i1, n] if (8 * i0 + i1 - n >= 0) else
// CHECK: neo.index 0
// CHECK: neo.compute [a: 4, t: 8, n: 5] %1[a, t, n]
func.func @chain(%x: tensor<4x8x3xf32>, %w: tensor<3x5xf32>)
    -> tensor<4x8x5xf32> {
  %y = neo.compute [i: 32, n: 5] sum [k: 3]
         %x[i floordiv 8, i mod 8, k], %w[k, n]
       : (tensor<4x8x3xf32>, tensor<3x5xf32>) -> tensor<32x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [i: 32, n: 5] %y[i, n] if (i - n >= 0) else 0.5
       : (tensor<32x5xf32>) -> tensor<32x5xf32> {
  ^bb0(%a: f32):
    %i = neo.index 0 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.addf %a, %1 : f32
    neo.yield %2 : f32
  }
  %r = neo.compute [a: 4, t: 8, n: 5] %z[8 * a + t, n]
       : (tensor<32x5xf32>) -> tensor<4x8x5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %r : tensor<4x8x5xf32>
}
