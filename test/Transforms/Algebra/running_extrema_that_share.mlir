// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-running-sums{start=0}),neo-autodiff)" %s \
// RUN:   | neo-run --entry=check - | FileCheck %s

// Equal terms share a gradient, of a running maximum that is not taken in blocks.

func.func @f(%x: tensor<300xf32>) -> tensor<300xf32> {
  %0 = neo.compute [p: 300] max [r: 300] %x[r] where (p - r >= 0) {neo.ties = "shared"}
     : (tensor<300xf32>) -> tensor<300xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<300xf32>
}
func.func private @f_vjp(tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>

// CHECK: [0.0033333334]
func.func @check() -> tensor<1xf32> {
  %x = arith.constant dense<1.0> : tensor<300xf32>
  %0 = func.call @f_vjp(%x, %x) : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  %1 = neo.compute [i: 1] %0[i + 299] : (tensor<300xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %1 : tensor<1xf32>
}
