// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s -o /dev/null 2>&1 | FileCheck %s

// Why a product stays as it is: its parts would read outside of tensors.

// CHECK: remark: the product is kept whole: operands are inside their tensors only under conditions on other loops
func.func @bounds(%a: tensor<64x40xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %0 = neo.compute [i: 64, j: 64] sum [k: 64, l: 64]
         %a[i, k], %b[k, l], %c[l, j] where (j < 40, k <= j)
     : (tensor<64x40xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
       -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %z : f32
    neo.yield %q : f32
  }
  return %0 : tensor<64x64xf32>
}
