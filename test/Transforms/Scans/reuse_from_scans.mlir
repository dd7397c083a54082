// RUN: neo-opt --neo-reuse-from-scans %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-reuse-from-scans)" %s

// The second loop reads the product of a state and the weights, which the first
// one has computed; not the exponential, which is cheaper than a stack, nor a
// product with other weights.

func.func private @forward(%h: tensor<9xf64>, %x: tensor<9xf64>, %w: tensor<9x9xf64>) -> (tensor<9xf64>, tensor<9xf64>) {
  %p = neo.compute [i: 9] sum [j: 9] %w[i, j], %h[j] : (tensor<9x9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %n = neo.compute [i: 9] %p[i], %x[i] : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.addf %a, %b : f64
    %1 = math.tanh %0 : f64
    neo.yield %1 : f64
  }
  return %n, %h : tensor<9xf64>, tensor<9xf64>
}
func.func private @backward(%d: tensor<9xf64>, %x: tensor<9xf64>, %h: tensor<9xf64>, %w: tensor<9x9xf64>, %v: tensor<9x9xf64>) -> tensor<9xf64> {
  %p = neo.compute [i: 9] sum [j: 9] %w[i, j], %h[j] : (tensor<9x9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %n = neo.compute [i: 9] %p[i], %x[i] : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.addf %a, %b : f64
    %1 = math.tanh %0 : f64
    neo.yield %1 : f64
  }
  %q = neo.compute [i: 9] sum [j: 9] %v[i, j], %h[j] : (tensor<9x9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %b : f64
    neo.yield %0 : f64
  }
  %r = neo.compute [i: 9] %n[i], %q[i], %d[i] : (tensor<9xf64>, tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.mulf %0, %c : f64
    neo.yield %1 : f64
  }
  return %r : tensor<9xf64>
}
func.func @f(%h: tensor<9xf64>, %x: tensor<5x9xf64>, %d: tensor<9xf64>, %w: tensor<9x9xf64>, %v: tensor<9x9xf64>) -> tensor<9xf64> {
  %0:2 = neo.scan @forward steps 5 carry(%h) over(%x) with(%w)
     : (tensor<9xf64>, tensor<5x9xf64>, tensor<9x9xf64>) -> (tensor<9xf64>, tensor<5x9xf64>)
  %1 = neo.scan @backward steps 5 reverse carry(%d) over(%x, %0#1) with(%w, %v)
     : (tensor<9xf64>, tensor<5x9xf64>, tensor<5x9xf64>, tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9xf64>
  return %1 : tensor<9xf64>
}

// CHECK:       func.func private @forward(
// CHECK:         %[[P:.*]] = neo.compute [i: 9] sum [j: 9]
// CHECK:         return %{{.*}}, %{{.*}}, %[[P]]
// CHECK:       func.func private @backward(%{{.*}}: tensor<9xf64>, %{{.*}}: tensor<9xf64>, %{{.*}}: tensor<9xf64>, %[[SLICE:.*]]: tensor<9xf64>, %{{.*}}: tensor<9x9xf64>
// CHECK:         neo.compute [i: 9] %[[SLICE]][i]
// CHECK:         neo.compute [i: 9] sum [j: 9]
// CHECK-NOT:     sum
// CHECK-LABEL: func.func @f(
// CHECK:         %[[S:.*]]:3 = neo.scan @forward
// CHECK:         neo.scan @backward steps 5 reverse carry(%{{.*}}) over(%{{.*}}, %[[S]]#1, %[[S]]#2)
