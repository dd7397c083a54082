// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse))' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// The result needs the whole variance, so that no kernel has the variance, the
// result and the deviations that both read. Each computes its own.

// CHECK-LABEL: func.func @f(
// CHECK:         sum [i: 4096] %arg0[i, j], %arg1[j]
// CHECK:         arith.subf
// CHECK:         [i: 4096, j: 64]
// CHECK:         arith.subf
func.func @f(%x: tensor<4096x64xf32>, %m: tensor<64xf32>)
    -> tensor<4096x64xf32> {
  %d = neo.compute [i: 4096, j: 64] %x[i, j], %m[j]
     : (tensor<4096x64xf32>, tensor<64xf32>) -> tensor<4096x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  %v = neo.compute [j: 64] sum [i: 4096] %d[i, j]
     : (tensor<4096x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %r = neo.compute [j: 64] %v[j] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = math.rsqrt %a : f32
    neo.yield %0 : f32
  }
  %y = neo.compute [i: 4096, j: 64] %d[i, j], %r[j]
     : (tensor<4096x64xf32>, tensor<64xf32>) -> tensor<4096x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096x64xf32>
}
