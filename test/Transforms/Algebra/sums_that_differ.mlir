// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-sums-once{explain=true}))' %s 2>&1 | FileCheck %s

// p + r + s and 2p + 2r + s take few values each. Taken apart, the guard no
// longer keeps the first inside. Of p + 60r, nearly all values differ.

func.func @f(%a: tensor<64x47xf32>, %b: tensor<64x2048xf32>)
    -> (tensor<32x32x32xf32>, tensor<64x32xf32>) {
  %0 = neo.compute [p: 32, r: 32, s: 32] sum [c: 64] %a[c, p + r + s]
         if (2 * p + 2 * r + s < 63) else 0.0
     : (tensor<64x47xf32>) -> tensor<32x32x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %1 = neo.compute [p: 64, r: 32] sum [c: 64] %b[c, p + 60 * r]
     : (tensor<64x2048xf32>) -> tensor<64x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %0, %1 : tensor<32x32x32xf32>, tensor<64x32xf32>
}

// CHECK: remark: equal sums are not taken once: indices that only occur together would leave an operand
// CHECK: remark: equal sums are not taken once: few of them are equal
// CHECK-COUNT-2: neo.compute
