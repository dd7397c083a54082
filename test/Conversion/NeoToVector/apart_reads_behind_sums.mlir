// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-to-vector --canonicalize | FileCheck %s

// Twelve accumulators, three elements and a vector of weights fill the sixteen
// registers of AVX2. What is read for the next weights waits until all sums with
// the last ones are computed; else the sums wait in their registers, and
// accumulators are spilled.

// CHECK-LABEL: llvm.inline_asm {{.*}}"=r,0,~{memory}"
// CHECK-COUNT-3: llvm.inline_asm has_side_effects "", "=v,0,~{memory}" %{{.*}} : (vector<8xf32>) -> vector<8xf32>
module attributes {neo.scheduled, neo.target = "avx2"} {
  func.func @main(%x: tensor<64x16xf32>, %w: tensor<64x3x32xf32>)
      -> tensor<32x14xf32> {
    %0 = neo.compute [k: 32, p: 14] sum [c: 64, r: 3] %x[c, p + r], %w[c, r, k]
        {neo.schedule = "vector [k: 8] tile [k: 4, p: 3] order [k, p] parallel 1 unroll [r] apart"}
        : (tensor<64x16xf32>, tensor<64x3x32xf32>) -> tensor<32x14xf32> {
    ^bb0(%a: f32, %b: f32):
      %v = arith.mulf %a, %b : f32
      neo.yield %v : f32
    }
    return %0 : tensor<32x14xf32>
  }
}
