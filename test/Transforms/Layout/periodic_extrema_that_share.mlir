// RUN: neo-opt --pass-pipeline="builtin.module(func.func(neo-extend-periodic),neo-autodiff)" %s \
// RUN:   | neo-run --entry=check - | FileCheck %s

// Equal terms share a gradient, of windows that are read from a periodic copy, too:
// an element has an eighth of the gradient of each of eight windows.

func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [p: 16] max [r: 8] %x[(p + r) mod 16] {neo.ties = "shared"}
     : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<16xf32>
}
func.func private @f_vjp(tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>

// CHECK: [1, 1, 1, 1
func.func @check() -> tensor<16xf32> {
  %x = arith.constant dense<1.0> : tensor<16xf32>
  %0 = func.call @f_vjp(%x, %x) : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
