// RUN: neo-opt --neo-order %s | FileCheck %s

// A tensor keeps its order where only a contraction reads it, or where only
// tensors much smaller than it have another one: packing and caches see to
// these.

// CHECK-LABEL: func.func @packed(
// CHECK-NEXT:    neo.compute [k: 64, i: 32] %arg0[i], %arg1[k]
func.func @packed(%x: tensor<32xf32>, %y: tensor<64xf32>,
                  %w: tensor<64x48xf32>) -> tensor<32x48xf32> {
  %t = neo.compute [k: 64, i: 32] %x[i], %y[k]
     : (tensor<32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %c = neo.compute [i: 32, j: 48] sum [k: 64] %t[k, i], %w[k, j]
     : (tensor<64x32xf32>, tensor<64x48xf32>) -> tensor<32x48xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %c : tensor<32x48xf32>
}

// CHECK-LABEL: func.func @small(
// CHECK-NEXT:    neo.compute [k: 8, j: 6, i: 32] %arg0[i, j]
func.func @small(%x: tensor<32x6xf32>) -> tensor<8xf32> {
  %t = neo.compute [k: 8, j: 6, i: 32] %x[i, j]
     : (tensor<32x6xf32>) -> tensor<8x6x32xf32> {
  ^bb0(%a: f32):
    %0 = math.tanh %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [k: 8] sum [j: 6, i: 32] %t[k, j, i]
     : (tensor<8x6x32xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %s : tensor<8xf32>
}
