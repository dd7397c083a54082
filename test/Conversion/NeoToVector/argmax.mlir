// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// A position moves with its value: only a larger one, or the first NaN, wins.
// Both reduction loops are one, so the position is its value.

func.func @f(%x: tensor<4x10x3xf32>) -> tensor<4xi64> {
  %0 = neo.compute [i: 4] argmax [k: 10, l: 3] %x[i, k, l]
     : (tensor<4x10x3xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         scf.for %[[K:.*]] = %c0 to %c30 step %c1 iter_args(%[[BEST:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[WHERE:[a-z0-9]+]] =
// CHECK:           %[[WINS:.*]] = arith.cmpf ugt, %{{.*}}, %[[BEST]]
// CHECK:           %[[NUMBER:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK:           %[[BETTER:.*]] = arith.andi %[[WINS]], %[[NUMBER]]
// CHECK:           %[[HERE:.*]] = vector.broadcast %[[K]] : index
// CHECK:           arith.select %[[BETTER]], %[[HERE]], %[[WHERE]]
// CHECK:         arith.index_cast
