// RUN: env NEO_TARGET=avx512 neo-opt --pass-pipeline="builtin.module(func.func(neo-group{explain}))" %s -o /dev/null 2>&1 | FileCheck %s

// A kernel has at most 24 statements; rows scaled by their sums, again and again,
// become two.

// CHECK: are not one kernel: the kernel would become too large

!m = tensor<256x64xf32>
!r = tensor<256xf32>
func.func @f(%x0: !m) -> !m {
  %s0 = neo.compute [i: 256] sum [j: 64] %x0[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x1 = neo.compute [i: 256, j: 64] %x0[i, j], %s0[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s1 = neo.compute [i: 256] sum [j: 64] %x1[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x2 = neo.compute [i: 256, j: 64] %x1[i, j], %s1[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s2 = neo.compute [i: 256] sum [j: 64] %x2[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x3 = neo.compute [i: 256, j: 64] %x2[i, j], %s2[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s3 = neo.compute [i: 256] sum [j: 64] %x3[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x4 = neo.compute [i: 256, j: 64] %x3[i, j], %s3[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s4 = neo.compute [i: 256] sum [j: 64] %x4[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x5 = neo.compute [i: 256, j: 64] %x4[i, j], %s4[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s5 = neo.compute [i: 256] sum [j: 64] %x5[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x6 = neo.compute [i: 256, j: 64] %x5[i, j], %s5[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s6 = neo.compute [i: 256] sum [j: 64] %x6[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x7 = neo.compute [i: 256, j: 64] %x6[i, j], %s6[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s7 = neo.compute [i: 256] sum [j: 64] %x7[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x8 = neo.compute [i: 256, j: 64] %x7[i, j], %s7[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s8 = neo.compute [i: 256] sum [j: 64] %x8[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x9 = neo.compute [i: 256, j: 64] %x8[i, j], %s8[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s9 = neo.compute [i: 256] sum [j: 64] %x9[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x10 = neo.compute [i: 256, j: 64] %x9[i, j], %s9[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s10 = neo.compute [i: 256] sum [j: 64] %x10[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x11 = neo.compute [i: 256, j: 64] %x10[i, j], %s10[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s11 = neo.compute [i: 256] sum [j: 64] %x11[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x12 = neo.compute [i: 256, j: 64] %x11[i, j], %s11[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  %s12 = neo.compute [i: 256] sum [j: 64] %x12[i, j] : (!m) -> !r { ^bb0(%a: f32): neo.yield %a : f32 }
  %x13 = neo.compute [i: 256, j: 64] %x12[i, j], %s12[i] : (!m, !r) -> !m { ^bb0(%a: f32, %b: f32): %c = arith.mulf %a, %b : f32 neo.yield %c : f32 }
  return %x13 : !m
}
