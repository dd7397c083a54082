// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A gather of a batch of any size has one step per item. What scatters from a
// batch into other rows runs to the number of items that it is given.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%T: tensor<100x32xf32>, %I: tensor<127xi64>, %d: tensor<127x32xf32>)
      -> (tensor<127x32xf32>, tensor<100x32xf32>) {
    %Y = neo.gather [b: 127, j: 32] %T[%I[b], j]
       : (tensor<100x32xf32>, tensor<127xi64>) -> tensor<127x32xf32>
    %dT = neo.scatter_add [b: 127, j: 32] %d[b, j] into [%I[b], j]
       : (tensor<127x32xf32>, tensor<127xi64>) -> tensor<100x32xf32>
    return %Y, %dT : tensor<127x32xf32>, tensor<100x32xf32>
  }
}

// CHECK:       neo.launch @f_kernel0(%{{.*}}) range 1 grain {{[0-9]+}} {neo.batch_tile = 1 : i64
// CHECK:       neo.launch @f_kernel1(%{{.*}}) range 100 grain {{[0-9]+}} {neo.batch_tile = 0 : i64
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    memref<1xi64> {llvm.noalias}, %[[BEGIN:[a-z0-9]+]]: index, %[[END:[a-z0-9]+]]: index)
// CHECK-NOT:     127
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK-LABEL: func.func private @f_kernel1(
// CHECK-SAME:    %[[ITEMS:[a-z0-9]+]]: memref<1xi64>
// CHECK-NOT:     127
// CHECK:         %[[COUNT:.*]] = memref.load %[[ITEMS]][%c0]
// CHECK:         %[[N:.*]] = arith.index_cast %[[COUNT]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1
