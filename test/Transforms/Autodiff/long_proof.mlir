// RUN: neo-opt --neo-autodiff %s 2>&1 | FileCheck %s
// RUN: neo-opt --neo-autodiff=prove=false %s 2>&1 | FileCheck %s

// Too many points to visit, and more branches than the quick search has: the
// slower search proves the gradient, so that nothing need be said.

// CHECK-NOT: remark
// CHECK: func.func @f_vjp(

func.func @f(%A: tensor<16x280xf32>) -> tensor<400x300xf32> {
  %C = neo.compute [i: 400, j: 300] %A[(i + j) mod 16, (7 * i) floordiv 10]
     : (tensor<16x280xf32>) -> tensor<400x300xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<400x300xf32>
}
