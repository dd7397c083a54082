// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// 127 stands for any number of items. The kernel is given the number; a tile of
// items in which the batch ends is computed in smaller tiles, the last of them
// single items.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<127x20xf32>, %w: tensor<20x32xf32>)
      -> tensor<127x32xf32> {
    %0 = neo.compute [b: 127, j: 32] sum [k: 20] %x[b, k], %w[k, j]
       : (tensor<127x20xf32>, tensor<20x32xf32>) -> tensor<127x32xf32> {
    ^bb0(%a: f32, %c: f32):
      %p = arith.mulf %a, %c : f32
      neo.yield %p : f32
    }
    return %0 : tensor<127x32xf32>
  }
}

// CHECK:       neo.launch @f_kernel0(%{{.*}}) range 1 grain {{[0-9]+}} {neo.batch_tile = [[TILE:[0-9]+]] : i64}
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[ITEMS:[a-z0-9]+]]: memref<1xi64>
// CHECK-NOT:     127
// CHECK:         %[[COUNT:.*]] = memref.load %[[ITEMS]][%c0]
// CHECK:         %[[N:.*]] = arith.index_cast %[[COUNT]]
// CHECK:         %[[FROM:.*]] = arith.muli %{{.*}}, %c[[TILE]]
// CHECK:         %[[END:.*]] = arith.addi %[[FROM]], %c[[TILE]]
// CHECK:         %[[FULL:.*]] = arith.cmpi ule, %[[END]], %[[N]]
// CHECK:         scf.if %[[FULL]]
// CHECK:         } else {
// CHECK:           scf.for %{{.*}} = %[[FROM]] to %[[WHOLE:.*]] step %c4
// CHECK:           scf.for %{{.*}} = %[[WHOLE]] to %[[N]] step %c1
