// Halves that operators of their own extend are multiplied as halves, by tensor cores;
// one half and one f32 are a product of f32, which reads what was extended once.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-lay-out-factors),canonicalize)' | FileCheck %s

// CHECK-LABEL: @alike
// CHECK:       neo.compute [i: 64, j: 64] sum [k: 64] {{.*}} (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
func.func @alike(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %p = neo.compute [i: 64, k: 64] %a[i, k] : (tensor<64x64xf16>) -> tensor<64x64xf32> {
  ^bb0(%x: f16):
    %e = arith.extf %x : f16 to f32
    neo.yield %e : f32
  }
  %q = neo.compute [k: 64, j: 64] %b[k, j] : (tensor<64x64xf16>) -> tensor<64x64xf32> {
  ^bb0(%x: f16):
    %e = arith.extf %x : f16 to f32
    neo.yield %e : f32
  }
  %c = neo.compute [i: 64, j: 64] sum [k: 64] %p[i, k], %q[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    neo.yield %m : f32
  }
  return %c : tensor<64x64xf32>
}

// CHECK-LABEL: @mixed
// CHECK:       neo.compute [i: 64, k: 64]
// CHECK:       neo.compute [i: 64, j: 64] sum [k: 64] {{.*}} (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @mixed(%a: tensor<64x64xf16>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = neo.compute [i: 64, k: 64] %a[i, k] : (tensor<64x64xf16>) -> tensor<64x64xf32> {
  ^bb0(%x: f16):
    %e = arith.extf %x : f16 to f32
    neo.yield %e : f32
  }
  %c = neo.compute [i: 64, j: 64] sum [k: 64] %p[i, k], %b[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    neo.yield %m : f32
  }
  return %c : tensor<64x64xf32>
}
