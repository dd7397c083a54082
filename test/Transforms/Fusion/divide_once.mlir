// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s
// RUN: neo-run --rtol=1e-5 --check-pipeline="builtin.module(func.func(neo-group))" %s

// Softmax divides by the sum of its row, and so does its gradient: one division
// per element serves both.

func.func @both(%e: tensor<64x96xf32>, %dy: tensor<64x96xf32>, %c: tensor<64xf32>)
    -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %s = neo.compute [i: 64] sum [j: 96] %e[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 64, j: 96] %e[i, j], %s[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  %d = neo.compute [i: 64, j: 96] %c[i], %s[i], %dy[i, j], %e[i, j]
     : (tensor<64xf32>, tensor<64xf32>, tensor<64x96xf32>, tensor<64x96xf32>)
       -> tensor<64x96xf32> {
  ^bb0(%c0: f32, %s0: f32, %g: f32, %e0: f32):
    %0 = arith.divf %g, %s0 : f32
    %1 = arith.addf %0, %c0 : f32
    %2 = arith.mulf %1, %e0 : f32
    neo.yield %2 : f32
  }
  return %y, %d : tensor<64x96xf32>, tensor<64x96xf32>
}

// CHECK:      neo.kernel [i: 64]
// CHECK:        %[[Y:.*]] = neo.compute [i: 64, j: 96] %[[E:.*]][i, j], %[[S:.*]][i]
// CHECK:          arith.divf
// CHECK:        neo.compute [i: 64, j: 96] %[[C:.*]][i], %[[S]][i], %{{.*}}[i, j], %[[Y]][i, j]
// CHECK-NEXT:   ^bb0(%[[C0:.*]]: f32, %[[S0:.*]]: f32, %[[G:.*]]: f32, %[[Y0:.*]]: f32):
// CHECK-NEXT:     %[[T:.*]] = arith.mulf %[[C0]], %[[S0]]
// CHECK-NEXT:     %[[U:.*]] = arith.addf %[[G]], %[[T]]
// CHECK-NEXT:     arith.mulf %[[U]], %[[Y0]]
// CHECK-NOT:      arith.divf
