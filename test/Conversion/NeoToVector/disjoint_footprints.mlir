// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Channels of a depthwise convolution have disjoint footprints in all tensors,
// rows of a product share its second operand. A range over rows and columns is
// not one over parts.

// CHECK-LABEL: func.func @channels(
// CHECK:         neo.launch @channels_kernel{{[0-9]}}({{.*}}) range 32 grain {{[0-9]+}} {neo.disjoint_footprints} :
func.func @channels(%A: tensor<32x40x40xf32>, %W: tensor<32x3x3xf32>)
    -> tensor<32x40x40xf32> {
  %C = neo.compute [k: 32, p: 40, q: 40] sum [r: 3, s: 3]
         %A[k, p + r - 1, q + s - 1]
           if (p + r - 1 >= 0, p + r - 1 < 40,
               q + s - 1 >= 0, q + s - 1 < 40) else 0.0,
         %W[k, r, s]
         {neo.schedule =
            "vector [q: 16] tile [p: 4] order [k, p, q] parallel 1 unroll [r, s]"}
     : (tensor<32x40x40xf32>, tensor<32x3x3xf32>) -> tensor<32x40x40xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<32x40x40xf32>
}

// CHECK-LABEL: func.func @tiles(
// CHECK:         neo.launch @tiles_kernel{{[0-9]}}({{.*}}) range 320 grain {{[0-9]+}} :
func.func @tiles(%A: tensor<32x40x40xf32>) -> tensor<32x40x40xf32> {
  %C = neo.compute [k: 32, p: 40, q: 40] %A[k, q, p]
         {neo.schedule = "vector [q: 16] tile [p: 4] order [k, p, q] parallel 2"}
     : (tensor<32x40x40xf32>) -> tensor<32x40x40xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<32x40x40xf32>
}

// CHECK-LABEL: func.func @product(
// CHECK:         neo.launch @product_kernel{{[0-9]}}({{.*}}) range 16 grain {{[0-9]+}} :
func.func @product(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
         {neo.schedule = "vector [j: 16] tile [i: 4, j: 4] order [i, j] parallel 1"}
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
