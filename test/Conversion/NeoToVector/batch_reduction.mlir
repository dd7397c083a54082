// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A sum over a batch of any size ends at the number of items that the kernel is
// given. The batch fills no lanes, and the range does not depend on it.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<127x32xf32>) -> tensor<32xf32> {
    %0 = neo.compute [j: 32] sum [b: 127] %x[b, j]
       : (tensor<127x32xf32>) -> tensor<32xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<32xf32>
  }
}

// CHECK:       neo.launch @f_kernel0(%{{.*}}) range 1 grain 1 {neo.batch_tile = 0 : i64}
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: memref<32xf32>
// CHECK-SAME:    %[[ITEMS:[a-z0-9]+]]: memref<1xi64>
// CHECK-SAME:    vector [j: 16]
// CHECK-NOT:     127
// CHECK:         %[[COUNT:.*]] = memref.load %[[ITEMS]][%c0]
// CHECK:         %[[N:.*]] = arith.index_cast %[[COUNT]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1 iter_args
// CHECK:         vector.store %{{.*}}, %[[OUT]]
