// RUN: env NEO_TARGET=avx512 neo-opt %s --convert-neo-to-vector | FileCheck %s

// A slice of 4 x 13 is one row of 52: three vectors of 16, and one of 4. The
// dimension between, which integers index, parts it from the outer one.

// CHECK-LABEL: func.func private @slices_kernel0
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c48{{.*}} step %c16
// CHECK:           vector.store %{{.*}} : memref<{{.*}}xf32>, vector<16xf32>
// CHECK:         scf.for %{{.*}} = %c48{{.*}} to %c52{{.*}} step %c4
// CHECK:           vector.store %{{.*}} : memref<{{.*}}xf32>, vector<4xf32>
// CHECK-NOT:     scf.for
func.func @slices(%Y: tensor<3x40x4x13xf32>, %I: tensor<40xi32>) -> tensor<3x7x4x13xf32> {
  %0 = neo.scatter_add [a: 3, i: 40, j: 4, k: 13] %Y[a, i, j, k] into [a, %I[i], j, k]
     : (tensor<3x40x4x13xf32>, tensor<40xi32>) -> tensor<3x7x4x13xf32>
  return %0 : tensor<3x7x4x13xf32>
}
