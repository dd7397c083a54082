// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Lanes along j lie across %y, and the unrolled loop i goes along it: whole
// runs are loaded and shuffled instead of element after element.

func.func @f(%x: tensor<64x16x4xf64>, %y: tensor<4x64xf64>)
    -> tensor<64x4xf64> {
  %0 = neo.compute [i: 64, j: 4] sum [k: 16] %x[i, k, j], %y[j, i]
       {neo.schedule = "vector [j: 4] tile [i: 8]"}
     : (tensor<64x16x4xf64>, tensor<4x64xf64>) -> tensor<64x4xf64> {
  ^bb0(%a: f64, %b: f64):
    %p = arith.mulf %a, %b : f64
    neo.yield %p : f64
  }
  return %0 : tensor<64x4xf64>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4096xf64> {llvm.noalias}, %[[Y:[^:]*]]: memref
// CHECK-SAME:    neo.schedule = "vector [j:
// CHECK:         %[[ROW:.*]] = vector.load %[[Y]]
// CHECK:         vector.interleave %[[ROW]],
// CHECK:         vector.extract_strided_slice
