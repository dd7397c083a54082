// Sums of halves at indices that are data are made in f32: added one by one to a
// bf16, they would stop growing at 256 times a term.
// RUN: env NEO_TARGET=avx2 neo-opt %s --pass-pipeline="builtin.module(func.func(neo-narrow))" | FileCheck %s

// CHECK-LABEL: func.func @halves
// CHECK: %[[TERMS:.*]] = neo.compute {{.*}} -> tensor<40x16xf32>
// CHECK: extf
// CHECK: %[[SUMS:.*]] = neo.scatter_add {{.*}} %[[TERMS]][i, j] into
// CHECK: neo.compute {{.*}} %[[SUMS]]
// CHECK: truncf
func.func @halves(%y: tensor<40x16xbf16>, %i: tensor<40xi64>) -> tensor<300x16xbf16> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
     : (tensor<40x16xbf16>, tensor<40xi64>) -> tensor<300x16xbf16>
  return %b : tensor<300x16xbf16>
}

// CHECK-LABEL: func.func @floats
// CHECK-NOT: neo.compute
func.func @floats(%y: tensor<40x16xf32>, %i: tensor<40xi64>) -> tensor<300x16xf32> {
  %b = neo.scatter_add [i: 40, j: 16] %y[i, j] into [%i[i], j]
     : (tensor<40x16xf32>, tensor<40xi64>) -> tensor<300x16xf32>
  return %b : tensor<300x16xf32>
}
