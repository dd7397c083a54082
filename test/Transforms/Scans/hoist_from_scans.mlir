// RUN: neo-opt --neo-fix-scan-constants %s | FileCheck %s --check-prefix=FIX
// RUN: neo-opt --neo-fix-scan-constants --neo-hoist-from-scans %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(neo-fix-scan-constants,neo-hoist-from-scans)" %s

// What depends on constants alone leaves the inner loop, and then the outer
// one. The constant that only this read is gone.

func.func private @inner(%h: tensor<4xf64>, %w: tensor<4x4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %t = neo.compute [i: 4, j: 4] %w[j, i] : (tensor<4x4xf64>) -> tensor<4x4xf64> {
  ^bb0(%a: f64):
    %0 = math.sin %a : f64
    neo.yield %0 : f64
  }
  %0 = neo.compute [i: 4] sum [j: 4] %t[i, j], %h[j] : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %c: f64):
    %1 = arith.mulf %a, %c : f64
    neo.yield %1 : f64
  }
  %1 = neo.compute [i: 4] %0[i], %b[i] : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %c: f64):
    %2 = arith.addf %a, %c : f64
    neo.yield %2 : f64
  }
  return %1 : tensor<4xf64>
}
func.func private @outer(%h: tensor<4xf64>, %x: tensor<4xf64>, %w: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = neo.scan @inner steps 4 carry(%h) with(%w, %x)
     : (tensor<4xf64>, tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @f(%h: tensor<4xf64>, %x: tensor<6x4xf64>, %w: tensor<4x4xf64>) -> tensor<4xf64> {
  %0 = neo.scan @outer steps 6 carry(%h) over(%x) with(%w)
     : (tensor<4xf64>, tensor<6x4xf64>, tensor<4x4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// FIX: func.func private @inner(%{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4x4xf64> {neo.fixed}, %{{.*}}: tensor<4xf64> {neo.fixed})
// FIX: func.func private @outer(%{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4x4xf64> {neo.fixed})

// CHECK:       func.func private @inner(%{{[^:]*}}: tensor<4xf64>, %{{[^:]*}}: tensor<4xf64>, %{{[^:]*}}: tensor<4x4xf64>)
// CHECK-NOT:   math.sin
// CHECK:       func.func private @outer(
// CHECK-NOT:   neo.fixed
// CHECK-LABEL: func.func @f(
// CHECK:         math.sin
// CHECK:         neo.scan @outer steps 6
