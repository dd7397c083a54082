// RUN: neo-opt --neo-narrow --cse %s | FileCheck %s
// RUN: sed s/avx512-bf16/avx512/ %s | neo-opt --neo-narrow --cse | FileCheck %s --check-prefix=COPY
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-narrow))" %s

// Halves that operators of their own convert are multiplied as halves where an
// instruction does that, and elsewhere converted once.

// CHECK-LABEL: @product
// CHECK:       neo.compute [i0: 32, i1: 32] %{{.*}}[i0, 2 * i1]
// CHECK:       neo.compute [i: 32, j: 32] sum [k: 32] {{.*}} -> tensor<32x32xf32>
// COPY-LABEL:  @product
// COPY-COUNT-2: arith.extf
// COPY:        neo.compute [i: 32, j: 32] sum [k: 64] %{{.*}}[i, k], %{{.*}}[j, k]
// COPY-NOT:    arith.extf
module attributes {neo.target = "avx512-bf16"} {
func.func @product(%a: tensor<32x64xbf16>, %b: tensor<32x64xbf16>) -> tensor<32x32xf32> {
  %p = neo.compute [i: 32, k: 64] %a[i, k] : (tensor<32x64xbf16>) -> tensor<32x64xf32> {
  ^bb0(%x: bf16):
    %e = arith.extf %x : bf16 to f32
    neo.yield %e : f32
  }
  %q = neo.compute [j: 32, k: 64] %b[j, k] : (tensor<32x64xbf16>) -> tensor<32x64xf32> {
  ^bb0(%x: bf16):
    %e = arith.extf %x : bf16 to f32
    neo.yield %e : f32
  }
  %c = neo.compute [i: 32, j: 32] sum [k: 64] %p[i, k], %q[j, k]
     : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x32xf32> {
  ^bb0(%x: f32, %y: f32):
    %m = arith.mulf %x, %y : f32
    neo.yield %m : f32
  }
  return %c : tensor<32x32xf32>
}
}
