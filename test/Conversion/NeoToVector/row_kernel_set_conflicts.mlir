// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Rows a page apart map to the same cache sets: two rows are processed at a time
// with four vectors each, not four rows with two.

func.func @products(%x: tensor<1024x1024xf32>, %v: tensor<1024xf32>)
    -> (tensor<1024x1024xf32>, tensor<1024xf32>) {
  %y = neo.compute [i: 1024, j: 1024] %x[i, j], %v[j]
     : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [j: 1024] sum [i: 1024] %x[i, j]
     : (tensor<1024x1024xf32>) -> tensor<1024xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y, %s : tensor<1024x1024xf32>, tensor<1024xf32>
}

// CHECK-LABEL: func.func private @products_kernel0(
// CHECK:         scf.for {{.*}} step %c1
// CHECK:         scf.for {{.*}} step %c2
// CHECK-NEXT:      scf.for {{.*}} step %c64
