// RUN: env NEO_TARGET=avx512 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Four rows are processed at a time, two vectors of each: those of a row are read and written
// together, and what is added up over the rows waits in two registers.

func.func @scaled(%x: tensor<512x768xf32>, %d: tensor<512xf32>)
    -> (tensor<512x768xf32>, tensor<768xf32>) {
  %y = neo.compute [i: 512, j: 768] %x[i, j], %d[i]
     : (tensor<512x768xf32>, tensor<512xf32>) -> tensor<512x768xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [j: 768] sum [i: 512] %x[i, j]
     : (tensor<512x768xf32>) -> tensor<768xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y, %s : tensor<512x768xf32>, tensor<768xf32>
}

// CHECK-LABEL: func.func private @scaled_kernel0(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: memref<393216xf32> {llvm.noalias}, %
// CHECK-SAME:      %[[Y:[a-z0-9]+]]: memref<393216xf32>
// CHECK-SAME:      %[[S:[a-z0-9]+]]: memref<24576xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.store %{{.*}}, %[[Y]]
// CHECK:             vector.load %[[S]]
// CHECK:             vector.store %{{.*}}, %[[Y]]
// CHECK:             vector.load %[[S]]
// CHECK-NOT:         vector.store %{{.*}}, %[[S]]
// CHECK-COUNT-5:     vector.store %{{.*}}, %[[Y]]
// CHECK-NOT:         vector.store %{{.*}}, %[[Y]]
// CHECK:             vector.store %{{.*}}, %[[S]]
// CHECK:             vector.store %{{.*}}, %[[Y]]
// CHECK:             vector.store %{{.*}}, %[[S]]
