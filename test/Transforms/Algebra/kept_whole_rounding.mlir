// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s -o /dev/null 2>&1 | FileCheck %s

// Why a product stays as it is: its parts would be rounded.

// CHECK: remark: the product is kept whole: its intermediates would be rounded to the result's elements of 16 bits or are integers: write the steps you want
func.func @half(%a: tensor<64xf16>, %b: tensor<64x64xf16>) -> tensor<64xf16> {
  %0 = neo.compute [i: 64] sum [k: 64] %a[i], %b[i, k]
     : (tensor<64xf16>, tensor<64x64xf16>) -> tensor<64xf16> {
  ^bb0(%x: f16, %y: f16):
    %p = arith.mulf %x, %y : f16
    neo.yield %p : f16
  }
  return %0 : tensor<64xf16>
}
