// RUN: neo-opt --neo-autodiff=functions=g %s | neo-opt --neo-autodiff > %t
// RUN: neo-run --entry=check %t | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-run --entry=check --check-pipeline="builtin.module(neo-optimize)" %t

// A forward derivative passes through the waits of a reverse one: f = x^3.

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
func.func private @g_vjp_jvp(tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
                             tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)

// CHECK: [9, 24]
func.func @check() -> tensor<2xf32> {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = arith.constant dense<1.0> : tensor<2xf32>
  %s:2 = func.call @g_vjp_jvp(%x, %g, %g, %g)
       : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  return %s#1 : tensor<2xf32>
}
