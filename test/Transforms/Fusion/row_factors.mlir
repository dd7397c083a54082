// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s
// RUN: neo-run --rtol=1e-5 --check-pipeline="builtin.module(func.func(neo-group))" %s

// All terms of the second sum have 1 / v, which is not known before the first
// has gone over the row: it is multiplied afterwards.

func.func @slope(%x: tensor<64x96xf32>, %d: tensor<64x96xf32>)
    -> (tensor<64xf32>, tensor<64xf32>) {
  %v = neo.compute [i: 64] sum [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 64] sum [j: 96] %d[i, j], %v[i], %x[i, j]
     : (tensor<64x96xf32>, tensor<64xf32>, tensor<64x96xf32>)
       -> tensor<64xf32> {
  ^bb0(%g: f32, %b: f32, %a: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %one, %b : f32
    %1 = arith.mulf %g, %0 : f32
    %2 = arith.mulf %1, %a : f32
    neo.yield %2 : f32
  }
  return %v, %s : tensor<64xf32>, tensor<64xf32>
}

// CHECK:      neo.kernel [i: 64]
// CHECK:        %[[V:.*]] = neo.compute [i: 64] sum [j: 96]
// CHECK:        %[[T:.*]] = neo.compute [i: 64] sum [j: 96] %[[D:.*]][i, j], %[[X:.*]][i, j]
// CHECK-NEXT:   ^bb0(%[[G:.*]]: f32, %[[A:.*]]: f32):
// CHECK-NEXT:     arith.mulf %[[G]], %[[A]]
// CHECK:        neo.compute [i: 64] %[[T]][i], %[[V]][i]
// CHECK-NEXT:   ^bb0(%[[S:.*]]: f32, %[[B:.*]]: f32):
// CHECK:          %[[R:.*]] = arith.divf %{{.*}}, %[[B]]
// CHECK-NEXT:     arith.mulf %[[S]], %[[R]]
