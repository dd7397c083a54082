// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// A small loop of a sum is unrolled where its body is a product; where it is as long as
// many, the loads that steps share are not worth their code.

// CHECK-LABEL: @products
// CHECK: neo.schedule = "vector [k: 16] {{.*}} unroll [i]"
func.func @products(%x: tensor<64x300xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [n: 64] sum [i: 8, k: 49] %x[n, 3 * i + 4 * k], %y[n]
     : (tensor<64x300xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: @functions
// CHECK: neo.schedule =
// CHECK-NOT: unroll
func.func @functions(%x: tensor<64x300xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [n: 64] sum [i: 8, k: 49] %x[n, 3 * i + 4 * k], %y[n]
     : (tensor<64x300xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = math.tanh %a : f32
    %q = math.exp %b : f32
    %r = math.erf %p : f32
    %s = arith.mulf %q, %r : f32
    neo.yield %s : f32
  }
  return %0 : tensor<64xf32>
}
