// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Fifteen tensors are too many for one kernel: the two operators stay apart.

!t = tensor<4xf32>

func.func @f(%x0: !t, %x1: !t, %x2: !t, %x3: !t, %x4: !t, %x5: !t, %x6: !t,
             %x7: !t, %x8: !t, %x9: !t, %x10: !t, %x11: !t, %x12: !t,
             %x13: !t, %x14: !t) -> !t {
  %0 = neo.compute [i: 4] %x0[i], %x1[i], %x2[i], %x3[i], %x4[i], %x5[i],
         %x6[i], %x7[i] : (!t, !t, !t, !t, !t, !t, !t, !t) -> !t {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32,
       %a7: f32):
    %s0 = arith.addf %a0, %a1 : f32
    %s1 = arith.addf %a2, %a3 : f32
    %s2 = arith.addf %a4, %a5 : f32
    %s3 = arith.addf %a6, %a7 : f32
    %p0 = arith.mulf %s0, %s1 : f32
    %p1 = arith.mulf %s2, %s3 : f32
    %r = arith.addf %p0, %p1 : f32
    neo.yield %r : f32
  }
  %1 = neo.compute [i: 4] %0[i], %x8[i], %x9[i], %x10[i], %x11[i], %x12[i],
         %x13[i], %x14[i] : (!t, !t, !t, !t, !t, !t, !t, !t) -> !t {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32,
       %a7: f32):
    %s0 = arith.subf %a0, %a1 : f32
    %s1 = arith.subf %a2, %a3 : f32
    %s2 = arith.subf %a4, %a5 : f32
    %s3 = arith.subf %a6, %a7 : f32
    %p0 = arith.mulf %s0, %s1 : f32
    %p1 = arith.mulf %s2, %s3 : f32
    %r = arith.subf %p0, %p1 : f32
    neo.yield %r : f32
  }
  return %1 : !t
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[S:.*]] = neo.compute
// CHECK:           arith.addf
// CHECK:         neo.compute [i: 4] %[[S]][i]
// CHECK:           arith.subf
