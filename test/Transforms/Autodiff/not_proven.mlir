// RUN: neo-opt --neo-autodiff %s 2>&1 | FileCheck %s
// RUN: neo-opt --neo-autodiff=prove=false %s 2>&1 | FileCheck %s --check-prefix=SKIPPED

// Too many points to visit, and a proof that needs more than the budget: the
// gradient is built, and the remark says what is not known of it.

// CHECK: remark: the gradient of operand #0 is built but not proven: its index 'i < 400, j < 300 : A(16, 280)[(i + j) mod 16, (7 * i) floordiv 10]' needs a longer search than the budget allows; at smaller extents every point is visited instead
// CHECK: func.func @f_vjp(

// SKIPPED-NOT: proven
// SKIPPED: func.func @f_vjp(
func.func @f(%A: tensor<16x280xf32>) -> tensor<400x300xf32> {
  %C = neo.compute [i: 400, j: 300] %A[(i + j) mod 16, (7 * i) floordiv 10]
     : (tensor<16x280xf32>) -> tensor<400x300xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<400x300xf32>
}
