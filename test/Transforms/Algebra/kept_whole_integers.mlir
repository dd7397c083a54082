// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s -o /dev/null 2>&1 | FileCheck %s

// Why a product stays as it is: its parts would be integers.

// CHECK: remark: the product is kept whole: its intermediates are integers: write the steps you want
func.func @integers(%a: tensor<64xi32>, %b: tensor<64x64xi32>) -> tensor<64xi32> {
  %0 = neo.compute [i: 64] sum [k: 64] %a[i], %b[i, k]
     : (tensor<64xi32>, tensor<64x64xi32>) -> tensor<64xi32> {
  ^bb0(%x: i32, %y: i32):
    %p = arith.muli %x, %y : i32
    neo.yield %p : i32
  }
  return %0 : tensor<64xi32>
}
