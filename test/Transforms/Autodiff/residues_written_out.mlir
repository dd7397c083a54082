// RUN: neo-opt --neo-autodiff=residue-pieces %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=residue-pieces %s | env NEO_TARGET=avx512 neo-opt --pass-pipeline="builtin.module(canonicalize,neo-optimize,neo-to-vector)" | FileCheck %s --check-prefix=TILE

// An element of a depthwise gradient has so few terms that all residue classes
// are one operator: its tile holds an element of each class, whose terms are
// known when the kernel is written.

func.func @conv(%A: tensor<8x16x64xf32>, %W: tensor<8x3x3xf32>)
    -> tensor<8x7x31xf32> {
  %C = neo.compute [c: 8, p: 7, q: 31] sum [r: 3, s: 3]
         %A[c, 2 * p + r, 2 * q + s], %W[c, r, s]
     : (tensor<8x16x64xf32>, tensor<8x3x3xf32>) -> tensor<8x7x31xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x7x31xf32>
}
func.func private @conv_vjp(tensor<8x16x64xf32>, tensor<8x3x3xf32>,
    tensor<8x7x31xf32>) -> (tensor<8x16x64xf32>, tensor<8x3x3xf32>)
func.func @main(%A: tensor<8x16x64xf32>, %W: tensor<8x3x3xf32>,
    %g: tensor<8x7x31xf32>) -> tensor<8x16x64xf32> {
  %d:2 = func.call @conv_vjp(%A, %W, %g)
     : (tensor<8x16x64xf32>, tensor<8x3x3xf32>, tensor<8x7x31xf32>)
     -> (tensor<8x16x64xf32>, tensor<8x3x3xf32>)
  return %d#0 : tensor<8x16x64xf32>
}

// CHECK-LABEL: func.func private @conv_vjp(
// CHECK:         neo.compute [{{.*}}: 8, [[Y:.*]]: 16, [[X:.*]]: 64] sum [{{.*}}: 2, {{.*}}: 2]
// CHECK-NOT:     i0 mod 2

// TILE: neo.schedule = "vector [[[X:.*]]_outer: 16] tile [{{.*}}[[X]]_inner: 2]
// TILE: vector.shuffle %{{.*}}, %{{.*}} [0, 16, 1, 17, 2, 18,
