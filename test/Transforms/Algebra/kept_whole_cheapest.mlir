// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s -o /dev/null 2>&1 | FileCheck %s

// Why a product stays as it is: it is no faster in parts.

// CHECK: remark: the product is kept whole: one operator is the cheapest, {{[0-9]+}} cycles
func.func @two(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = neo.compute [i: 64, j: 64] sum [k: 64] %a[i, k], %b[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %0 : tensor<64x64xf32>
}

// CHECK: remark: the product is kept whole: as 2 operators it takes {{[0-9]+}} cycles, at once {{[0-9]+}}
func.func @small(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = neo.compute [i: 4, j: 4] sum [k: 4, l: 4] %a[i, k], %b[k, l], %a[l, j]
     : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %z : f32
    neo.yield %q : f32
  }
  return %0 : tensor<4x4xf32>
}

// CHECK: remark: the product is kept whole: as 8 operators it takes {{[0-9]+}} cycles, at once {{[0-9]+}}
func.func @many(%a: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [i: 64] sum [k: 64]
         %a[i, k], %a[k, i], %a[i, i], %a[k, k], %a[0, i], %a[0, k], %a[1, i],
         %a[1, k], %a[2, k]
     : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>,
        tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>,
        tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
       -> tensor<64xf32> {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32,
       %a7: f32, %a8: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.mulf %0, %a2 : f32
    %2 = arith.mulf %1, %a3 : f32
    %3 = arith.mulf %2, %a4 : f32
    %4 = arith.mulf %3, %a5 : f32
    %5 = arith.mulf %4, %a6 : f32
    %6 = arith.mulf %5, %a7 : f32
    %7 = arith.mulf %6, %a8 : f32
    neo.yield %7 : f32
  }
  return %0 : tensor<64xf32>
}
