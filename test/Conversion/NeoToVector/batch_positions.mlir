// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector %s | FileCheck %s

// Where the batch is not the first dimension, a position grows with the number
// of items: x[t, b, j] lies at 8 b + j, and 8 t times the items further.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<10x127x8xf32>) -> tensor<127x10x8xf32> {
    %0 = neo.compute [b: 127, t: 10, j: 8] %x[t, b, j]
       : (tensor<10x127x8xf32>) -> tensor<127x10x8xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<127x10x8xf32>
  }
}

// CHECK-DAG:   #[[ROW:.*]] = affine_map<(d0) -> (d0 * 8)>
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<140737488355328xf32>
// CHECK-NOT:     127
// CHECK:         %[[N:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK-NOT:     127
// CHECK:         %[[ROW8:.*]] = affine.apply #[[ROW]](%{{.*}})
// CHECK:         %[[ROWS:.*]] = arith.muli %[[ROW8]], %[[N]] : index
// CHECK:         arith.addi %[[ROWS]], %{{.*}} : index
// CHECK:         vector.load %[[X]][
