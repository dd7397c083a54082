// RUN: neo-opt --neo-optimize %s 2>&1 | FileCheck %s
// RUN: neo-opt --neo-explain %s 2>&1 | FileCheck %s

// A declared derivative that nothing calls is dead, as it has to be private: it
// goes, but not without a word. One that another derivative is made from, and
// one that is called, are used.

// CHECK-NOT: _vjp
// CHECK: unused_derivative.mlir:[[#@LINE+13]]:1: warning: '@f_vjp' is declared, but nothing calls it, so it is left out: call it, or delete the declaration and run the pass neo-autodiff first, which adds the derivative of a public '@f'
// CHECK-NOT: warning
// CHECK: {{^}}  func.func @f(
// CHECK-NOT: _vjp

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = math.exp %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func private @g_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func private @g_vjp_jvp(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
    tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)

func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s:2 = func.call @g_vjp_jvp(%x, %x, %x, %x)
     : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>)
  return %s#1 : tensor<4xf32>
}
