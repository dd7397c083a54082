// RUN: neo-opt --neo-drop-unused-states %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-drop-unused-states)" %s

// The first state and the second output are used. The second state is made of the
// first one, and only the third of it: both go, and so does %w, which they alone read.
// The fourth is used by the first.

// CHECK-LABEL: func.func private @step(
// CHECK-SAME:    %[[H:.*]]: tensor<4xf64>, %[[G:.*]]: tensor<4xf64>, %[[X:.*]]: tensor<4xf64>)
// CHECK-SAME:    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
// CHECK:         %[[S:.*]] = neo.compute [i: 4] %[[H]][i], %[[G]][i]
// CHECK-NOT:     neo.compute
// CHECK:         return %[[S]], %[[X]], %[[H]]
func.func private @step(%h: tensor<4xf64>, %a: tensor<4xf64>, %b: tensor<4xf64>, %g: tensor<4xf64>,
    %x: tensor<4xf64>, %w: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) {
  %0 = neo.compute [i: 4] %h[i], %g[i] : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%p: f64, %q: f64):
    %v = arith.addf %p, %q : f64
    neo.yield %v : f64
  }
  %1 = neo.compute [i: 4] %a[i], %h[i], %w[i] : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %v = arith.mulf %q, %r : f64
    %s = arith.addf %p, %v : f64
    neo.yield %s : f64
  }
  return %0, %1, %1, %x, %1, %h : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[C:.*]]: tensor<4xf64>, %[[STACK:.*]]: tensor<5x4xf64>, %{{.*}}: tensor<4xf64>)
// CHECK:         %[[R:.*]]:3 = neo.scan @step steps 5 reverse carry(%[[C]], %[[C]]) over(%[[STACK]])
// CHECK:         return %[[R]]#0, %[[R]]#2
func.func @f(%c: tensor<4xf64>, %x: tensor<5x4xf64>, %w: tensor<4xf64>) -> (tensor<4xf64>, tensor<5x4xf64>) {
  %0:6 = neo.scan @step steps 5 reverse carry(%c, %c, %c, %c) over(%x) with(%w)
     : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<5x4xf64>, tensor<4xf64>)
     -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<5x4xf64>, tensor<5x4xf64>)
  return %0#0, %0#5 : tensor<4xf64>, tensor<5x4xf64>
}
