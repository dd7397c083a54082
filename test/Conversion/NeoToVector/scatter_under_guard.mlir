// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// No index is read before the guard holds: it keeps the read in bounds.

// CHECK-LABEL: func.func private @f_kernel0
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4001
// CHECK-NOT:       memref.load
// CHECK:           scf.if
// CHECK:             memref.load %arg1
// CHECK:             scf.if
// CHECK:               scf.for
// CHECK:                 arith.addf
func.func @f(%Y: tensor<4001x64xf32>, %I: tensor<4000xi64>) -> tensor<90x64xf32> {
  %0 = neo.scatter_add [i: 4001, j: 64] %Y[i, j] into [%I[i - 1], j] where (i >= 1)
     : (tensor<4001x64xf32>, tensor<4000xi64>) -> tensor<90x64xf32>
  return %0 : tensor<90x64xf32>
}
