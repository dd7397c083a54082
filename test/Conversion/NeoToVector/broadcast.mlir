// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// One element for all lanes is one load.

func.func @f(%x: tensor<8xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = neo.compute [i: 8, j: 64] %x[i], %y[i, j]
     : (tensor<8xf32>, tensor<8x64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<8x64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8xf32> {llvm.noalias}
// CHECK:         %[[ONE:.*]] = memref.load %[[X]]
// CHECK-NEXT:    %[[ALL:.*]] = vector.broadcast %[[ONE]] : f32 to vector<
// CHECK-NOT:     memref.load
// CHECK:         arith.mulf %[[ALL]],
