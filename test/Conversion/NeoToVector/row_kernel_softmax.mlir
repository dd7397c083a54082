// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Three sweeps over the row: the maximum; the exponentials, kept in a scratch
// row, and their sum; the quotients.

func.func @softmax(%x: tensor<5x39xf32>) -> tensor<5x39xf32> {
  %m = neo.compute [i: 5] max [j: 39] %x[i, j]
     : (tensor<5x39xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %e = neo.compute [r: 5, c: 39] %x[r, c], %m[r]
     : (tensor<5x39xf32>, tensor<5xf32>) -> tensor<5x39xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %s = neo.compute [i: 5] sum [j: 39] %e[i, j]
     : (tensor<5x39xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 5, j: 39] %e[i, j], %s[i]
     : (tensor<5x39xf32>, tensor<5xf32>) -> tensor<5x39xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<5x39xf32>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-COUNT-1: neo.launch @softmax_kernel0(%{{.*}}) range 2 grain 2
// CHECK-NOT:     neo.launch
// CHECK-LABEL: func.func private @softmax_kernel0(
// CHECK:         %[[E:.*]] = memref.alloca() {{.*}} : memref<64xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.maximumf
// CHECK:           vector.reduction <maximumf>
// CHECK:           scf.for
// CHECK:             vector.store %{{.*}}, %[[E]]
// CHECK:             arith.addf
// CHECK:           vector.reduction <add>
// CHECK:           scf.for
// CHECK:             vector.load %[[E]]
// CHECK:             arith.divf
