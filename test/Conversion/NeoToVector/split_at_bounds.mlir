// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Two concatenated tensors of 100 and 64 columns. Tiles of 64 columns lie in the
// first, across the bound, or, the remainder of 36, in the second: only those
// across it have masks.

func.func @f(%a: tensor<80x100xf32>, %b: tensor<80x64xf32>) -> tensor<80x164xf32> {
  %0 = neo.compute [i: 80, j: 164] %a[i, j] if (j < 100) else -0.0,
                                   %b[i, j - 100] if (j >= 100) else -0.0
     {neo.schedule = "vector [j: 16] tile [j: 4] order [i, j] parallel 1"}
     : (tensor<80x100xf32>, tensor<80x64xf32>) -> tensor<80x164xf32> {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    neo.yield %s : f32
  }
  return %0 : tensor<80x164xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<8000xf32> {llvm.noalias}, %[[B:[a-z0-9]*]]: memref<5120xf32>
// CHECK-COUNT-4: vector.load %[[A]]
// CHECK:         vector.load %[[A]]
// CHECK:         vector.load %[[A]]
// CHECK:         vector.maskedload %[[A]]
// CHECK:         vector.maskedload %[[B]]
// CHECK:         vector.load %[[B]]
// CHECK-NOT:     [[A]]
// CHECK:         vector.load %[[B]]
// CHECK:         vector.load %[[B]]
// CHECK:         vector.maskedload %[[B]]
