// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-expand-logs))' | FileCheck %s

// The logarithm of a normal density: exponents above and below the bar, and
// numbers that stay under one logarithm.

// CHECK-LABEL: func.func @density(
// CHECK-SAME:      %[[X:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<f32>
// CHECK:         ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NOT:       math.exp
// CHECK:           %[[UP:.*]] = arith.negf
// CHECK:           %[[BOTH:.*]] = arith.subf %[[UP]], %[[A]]
// CHECK-NEXT:      %[[REST:.*]] = arith.divf %{{.*}}, %[[B]]
// CHECK-NEXT:      %[[LOG:.*]] = math.log %[[REST]]
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[BOTH]], %[[LOG]]
// CHECK-NEXT:      neo.yield %[[SUM]]
func.func @density(%x: tensor<8xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  %y = neo.compute [i: 8] %x[i], %z[]
     : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 0.4 : f32
    %0 = arith.mulf %a, %a : f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %c, %2 : f32
    %4 = math.exp %a : f32
    %5 = arith.mulf %4, %b : f32
    %6 = arith.divf %3, %5 : f32
    %7 = math.log %6 : f32
    neo.yield %7 : f32
  }
  return %y : tensor<8xf32>
}
