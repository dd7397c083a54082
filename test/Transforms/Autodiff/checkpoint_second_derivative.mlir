// RUN: neo-opt --neo-autodiff=functions=g,g_vjp %s | neo-run --entry=check - | FileCheck %s
// RUN: neo-opt --neo-autodiff=functions=g,g_vjp %s \
// RUN:   | env NEO_TARGET=avx512 neo-run --entry=check --check-pipeline="builtin.module(neo-optimize)" -

// The second reverse derivative passes through the waits of the first: f = x^3.

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32>
    attributes {neo.checkpoint} {
  %y = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    neo.yield %1 : f32
  }
  return %y : tensor<2xf32>
}
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @g_vjp_vjp(tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>)

// CHECK: [6, 12]
// CHECK: [3, 12]
func.func @check() -> (tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = arith.constant dense<1.0> : tensor<2xf32>
  %r:2 = func.call @g_vjp_vjp(%x, %g, %g)
       : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
