// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Rows come from beyond the second-level cache: the last sweep that reads them before
// results are stored prefetches the next ones, a line for each vector.

func.func @norm(%x: tensor<512x3072xf32>) -> tensor<512x3072xf32> {
  %s = neo.compute [i: 512] sum [j: 3072] %x[i, j]
     : (tensor<512x3072xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %v = neo.compute [i: 512] sum [j: 3072] %x[i, j], %s[i]
     : (tensor<512x3072xf32>, tensor<512xf32>) -> tensor<512xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 512, j: 3072] %x[i, j], %s[i], %v[i]
     : (tensor<512x3072xf32>, tensor<512xf32>, tensor<512xf32>)
       -> tensor<512x3072xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    neo.yield %1 : f32
  }
  return %y : tensor<512x3072xf32>
}

// CHECK-LABEL: func.func private @norm_kernel0(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<1572864xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-NOT:         memref.prefetch
// CHECK:           vector.reduction
// CHECK:           scf.for
// CHECK-COUNT-8:     memref.prefetch %[[X]]{{.*}} locality<{{[23]}}>
// CHECK:           vector.reduction
// CHECK:           scf.for
// CHECK-NOT:         memref.prefetch
// CHECK:             vector.store
