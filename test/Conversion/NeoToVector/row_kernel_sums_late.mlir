// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// The sums of d do not depend on the sum of x and could be in the first sweep. The
// last sweep reads d anyway: they are computed there, and d is read once.

module attributes {neo.target = "avx512"} {
func.func @gradients(%x: tensor<64x96xf32>, %d: tensor<64x96xf32>)
    -> (tensor<64x96xf32>, tensor<96xf32>) {
  %s = neo.compute [i: 64] sum [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64, j: 96] %d[i, j], %s[i], %x[i, j]
     : (tensor<64x96xf32>, tensor<64xf32>, tensor<64x96xf32>)
       -> tensor<64x96xf32> {
  ^bb0(%g: f32, %b: f32, %a: f32):
    %0 = arith.mulf %g, %b : f32
    %1 = arith.addf %0, %a : f32
    neo.yield %1 : f32
  }
  %h = neo.compute [j: 96] sum [i: 64] %d[i, j]
     : (tensor<64x96xf32>) -> tensor<96xf32> {
  ^bb0(%g: f32):
    neo.yield %g : f32
  }
  return %y, %h : tensor<64x96xf32>, tensor<96xf32>
}
}

// CHECK-LABEL: func.func private @gradients_kernel0(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<6144xf32> {llvm.noalias}, %[[D:[a-z0-9]+]]: memref<6144xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.load %[[X]]
// CHECK-NOT:         vector.load %[[D]]
// CHECK:           vector.reduction
// CHECK:           vector.load %[[D]]
