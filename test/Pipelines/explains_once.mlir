// RUN: env NEO_TARGET=avx512 neo-opt --neo-explain %s 2>&1 >/dev/null | FileCheck %s

// Products are offered steps before fusion and after it; why one stays whole is
// said once.

// CHECK:     the product is kept whole
// CHECK-NOT: the product is kept whole
func.func @product(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %0 = neo.compute [i: 64, j: 64] sum [k: 64] %x[i, k], %w[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x64xf32>
}
