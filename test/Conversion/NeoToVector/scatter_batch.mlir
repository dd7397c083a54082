// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// A dimension that a loop indexes is shared for nothing: the loop runs over the
// part of the thread alone, and no index is tested.

// CHECK-LABEL: func.func @along_axis
// CHECK:         neo.launch @along_axis_kernel0(%arg0, %arg1) range 4096 grain {{[0-9]+}}
func.func @along_axis(%Y: tensor<4096x10xf64>, %I: tensor<4096x10xi64>) -> tensor<4096x20xf64> {
  %0 = neo.scatter_add [b: 4096, j: 10] %Y[b, j] into [b, %I[b, j]]
     : (tensor<4096x10xf64>, tensor<4096x10xi64>) -> tensor<4096x20xf64>
  return %0 : tensor<4096x20xf64>
}

// CHECK-LABEL: func.func private @along_axis_kernel0
// CHECK:         scf.for %{{.*}} = %arg3 to %arg4
// CHECK:           memref.store %cst, %arg2
// CHECK:         %[[END:.*]] = arith.minsi %arg4, %c4096
// CHECK:         scf.for %{{.*}} = %arg3 to %[[END]]
// CHECK-NOT:       scf.if
// CHECK:           arith.addf
