// RUN: neo-opt --neo-sum-after-scans --symbol-dce %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-sum-after-scans)" %s

// A state to which each step adds a product is one sum over the steps, of a
// slice and of what the step outputs anyway.

func.func private @step(%h: tensor<3xf64>, %w: tensor<4x3xf64>, %x: tensor<4xf64>, %m: tensor<3x4xf64>)
    -> (tensor<3xf64>, tensor<4x3xf64>, tensor<3xf64>) {
  %g = neo.compute [i: 3] sum [j: 4] %m[i, j], %x[j]
     : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %next = neo.compute [i: 3] %h[i], %g[i]
     : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %product = neo.compute [j: 4, i: 3] %x[j], %g[i]
     : (tensor<4xf64>, tensor<3xf64>) -> tensor<4x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %sum = neo.compute [j: 4, i: 3] %product[j, i], %w[j, i]
     : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.addf %a, %b : f64
    neo.yield %0 : f64
  }
  return %next, %sum, %g : tensor<3xf64>, tensor<4x3xf64>, tensor<3xf64>
}

func.func @f(%h: tensor<3xf64>, %w: tensor<4x3xf64>, %x: tensor<5x4xf64>, %m: tensor<3x4xf64>)
    -> (tensor<3xf64>, tensor<4x3xf64>, tensor<5x3xf64>) {
  %0:3 = neo.scan @step steps 5 reverse carry(%h, %w) over(%x) with(%m)
     : (tensor<3xf64>, tensor<4x3xf64>, tensor<5x4xf64>, tensor<3x4xf64>)
    -> (tensor<3xf64>, tensor<4x3xf64>, tensor<5x3xf64>)
  return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<4x3xf64>, tensor<5x3xf64>
}

// CHECK:       func.func private @step(%{{.*}}: tensor<3xf64>, %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<3x4xf64>) -> (tensor<3xf64>, tensor<3xf64>)
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[H:[^:]*]]: tensor<3xf64>, %[[W:[^:]*]]: tensor<4x3xf64>, %[[X:[^:]*]]: tensor<5x4xf64>
// CHECK:         %[[S:.*]]:2 = neo.scan @step steps 5 reverse carry(%[[H]]) over(%[[X]])
// CHECK:         %[[T:.*]] = neo.compute [{{.*}}: 4, {{.*}}: 3] sum [r0: 5] %[[X]][r0, i0], %[[S]]#1[r0, i1]
// CHECK:         neo.compute [{{.*}}: 4, {{.*}}: 3] %[[T]]{{.*}}, %[[W]]
