// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A position moves with its value: only a larger one, or the first NaN, wins.
// Both reduction loops are one, so the position is its value: 32 bits of it, so
// that as many lanes fit a vector as without it. The lanes' positions become
// one after the loop, the first of those where the extremum is.

func.func @f(%x: tensor<4x10x3xf32>) -> tensor<4xi64> {
  %0 = neo.compute [i: 4] argmax [k: 10, l: 3] %x[i, k, l]
     : (tensor<4x10x3xf32>) -> tensor<4xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         scf.for %[[K:.*]] = %c0 to %c16 step %c16 iter_args(%[[BEST:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[WHERE:[a-z0-9]+]] =
// CHECK:           %[[WINS:.*]] = arith.cmpf ugt, %{{.*}}, %[[BEST]] : vector<16xf32>
// CHECK:           %[[NUMBER:.*]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK:           %[[BETTER:.*]] = arith.andi %[[WINS]], %[[NUMBER]]
// CHECK:           %[[HERE:.*]] = arith.index_cast %{{.*}} : vector<16xindex> to vector<16xi32>
// CHECK:           arith.select %[[BETTER]], %[[HERE]], %[[WHERE]] : vector<16xi1>, vector<16xi32>
// CHECK:         %[[FIRST:.*]] = vector.reduction <minui>, %{{.*}} : vector<16xi32> into i32
// CHECK:         arith.extui %[[FIRST]] : i32 to i64
