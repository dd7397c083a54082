// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// The rows of y are known once the sum of x is, and those of z after another sum.
// Both are written in the last sweep, which reads x anyway.

module attributes {neo.target = "avx512"} {
func.func @both(%x: tensor<64x96xf32>, %d: tensor<64x96xf32>, %w: tensor<64x32xf32>)
    -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %s = neo.compute [i: 64] sum [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64, j: 96] %x[i, j], %s[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  %t = neo.compute [i: 64] sum [k: 32] %w[i, k], %s[i]
     : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [i: 64, j: 96] %x[i, j], %d[i, j], %t[i]
     : (tensor<64x96xf32>, tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %g: f32, %b: f32):
    %0 = arith.mulf %g, %b : f32
    %1 = arith.addf %0, %a : f32
    neo.yield %1 : f32
  }
  return %y, %z : tensor<64x96xf32>, tensor<64x96xf32>
}
}

// CHECK-LABEL: func.func private @both_kernel0(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<6144xf32> {llvm.noalias}, %[[W:[a-z0-9]+]]: memref<2048xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.load %[[X]]
// CHECK:           vector.reduction
// CHECK-NOT:       vector.load %[[X]]
// CHECK:           vector.load %[[W]]
// CHECK:           vector.reduction
// CHECK:           vector.load %[[X]]
// CHECK:           vector.store
// CHECK:           vector.store
