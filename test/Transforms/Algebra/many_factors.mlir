// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-order-products{explain}))" --verify-diagnostics %s

// A product of more factors than are put in order.

func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<2x2xf32>, %a3: tensor<2x2xf32>, %a4: tensor<2x2xf32>, %a5: tensor<2x2xf32>, %a6: tensor<2x2xf32>, %a7: tensor<2x2xf32>, %a8: tensor<2x2xf32>, %a9: tensor<2x2xf32>, %a10: tensor<2x2xf32>, %a11: tensor<2x2xf32>, %a12: tensor<2x2xf32>, %a13: tensor<2x2xf32>, %a14: tensor<2x2xf32>, %a15: tensor<2x2xf32>, %a16: tensor<2x2xf32>, %a17: tensor<2x2xf32>, %a18: tensor<2x2xf32>, %a19: tensor<2x2xf32>, %a20: tensor<2x2xf32>, %a21: tensor<2x2xf32>, %a22: tensor<2x2xf32>, %a23: tensor<2x2xf32>, %a24: tensor<2x2xf32>, %a25: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // expected-remark @+1 {{the product is kept whole: it has 26 factors, and at most 24 are put in order: split it by hand}}
  %0 = neo.compute [i0: 2, i26: 2] sum [i1: 2, i2: 2, i3: 2, i4: 2, i5: 2, i6: 2, i7: 2, i8: 2, i9: 2, i10: 2, i11: 2, i12: 2, i13: 2, i14: 2, i15: 2, i16: 2, i17: 2, i18: 2, i19: 2, i20: 2, i21: 2, i22: 2, i23: 2, i24: 2, i25: 2] %a0[i0, i1], %a1[i1, i2], %a2[i2, i3], %a3[i3, i4], %a4[i4, i5], %a5[i5, i6], %a6[i6, i7], %a7[i7, i8], %a8[i8, i9], %a9[i9, i10], %a10[i10, i11], %a11[i11, i12], %a12[i12, i13], %a13[i13, i14], %a14[i14, i15], %a15[i15, i16], %a16[i16, i17], %a17[i17, i18], %a18[i18, i19], %a19[i19, i20], %a20[i20, i21], %a21[i21, i22], %a22[i22, i23], %a23[i23, i24], %a24[i24, i25], %a25[i25, i26]
     : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32> {
  ^bb0(%v0: f32, %v1: f32, %v2: f32, %v3: f32, %v4: f32, %v5: f32, %v6: f32, %v7: f32, %v8: f32, %v9: f32, %v10: f32, %v11: f32, %v12: f32, %v13: f32, %v14: f32, %v15: f32, %v16: f32, %v17: f32, %v18: f32, %v19: f32, %v20: f32, %v21: f32, %v22: f32, %v23: f32, %v24: f32, %v25: f32):
    %p1 = arith.mulf %v0, %v1 : f32
    %p2 = arith.mulf %p1, %v2 : f32
    %p3 = arith.mulf %p2, %v3 : f32
    %p4 = arith.mulf %p3, %v4 : f32
    %p5 = arith.mulf %p4, %v5 : f32
    %p6 = arith.mulf %p5, %v6 : f32
    %p7 = arith.mulf %p6, %v7 : f32
    %p8 = arith.mulf %p7, %v8 : f32
    %p9 = arith.mulf %p8, %v9 : f32
    %p10 = arith.mulf %p9, %v10 : f32
    %p11 = arith.mulf %p10, %v11 : f32
    %p12 = arith.mulf %p11, %v12 : f32
    %p13 = arith.mulf %p12, %v13 : f32
    %p14 = arith.mulf %p13, %v14 : f32
    %p15 = arith.mulf %p14, %v15 : f32
    %p16 = arith.mulf %p15, %v16 : f32
    %p17 = arith.mulf %p16, %v17 : f32
    %p18 = arith.mulf %p17, %v18 : f32
    %p19 = arith.mulf %p18, %v19 : f32
    %p20 = arith.mulf %p19, %v20 : f32
    %p21 = arith.mulf %p20, %v21 : f32
    %p22 = arith.mulf %p21, %v22 : f32
    %p23 = arith.mulf %p22, %v23 : f32
    %p24 = arith.mulf %p23, %v24 : f32
    %p25 = arith.mulf %p24, %v25 : f32
    neo.yield %p25 : f32
  }
  return %0 : tensor<2x2xf32>
}
