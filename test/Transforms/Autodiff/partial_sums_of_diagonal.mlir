// RUN: neo-opt --pass-pipeline='builtin.module(neo-autodiff{partial-sums=true})' %s | FileCheck %s

// Partial sums have a loop for each loop that the access depends on: one, for an
// access that names it in three dimensions. Loop names come from those.

// CHECK-LABEL: func.func @f_vjp(
// CHECK:         return
func.func @f(%a: tensor<40x40x40xf64>, %b: tensor<64x40xf64>) -> tensor<64xf64> {
  %y = neo.compute [k: 64] sum [p: 40] %a[p, p, p], %b[k, p]
     : (tensor<40x40x40xf64>, tensor<64x40xf64>) -> tensor<64xf64> {
  ^bb0(%u: f64, %v: f64):
    %0 = arith.mulf %u, %v : f64
    neo.yield %0 : f64
  }
  return %y : tensor<64xf64>
}
