// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// Where one number is added for an index, testing the index costs more than a
// second thread saves: one thread adds them all.

// CHECK-LABEL: func.func @histogram
// CHECK:         neo.launch @histogram_kernel0(%arg0, %arg1) range 1 grain 1
func.func @histogram(%Y: tensor<100000xi64>, %I: tensor<100000xi32>) -> tensor<256xi64> {
  %0 = neo.scatter_add [i: 100000] %Y[i] into [%I[i]]
     : (tensor<100000xi64>, tensor<100000xi32>) -> tensor<256xi64>
  return %0 : tensor<256xi64>
}

// CHECK-LABEL: func.func private @histogram_kernel0
// CHECK-NOT:     scf.if
// CHECK:         return
