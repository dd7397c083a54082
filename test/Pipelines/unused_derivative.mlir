// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s 2>&1 | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt --neo-explain %s 2>&1 | FileCheck %s
// RUN: neo-opt --neo-drop-unused-derivatives %s 2>&1 | FileCheck %s

// A declared derivative of a private function is dead if nothing calls it: it
// is removed, with a warning. One that is used stays (used_derivative.mlir), as
// does that of a public function (declared_derivative_stays.mlir).

// CHECK-NOT: _vjp
// CHECK: unused_derivative.mlir:[[#@LINE+13]]:1: warning: '@f_vjp' is declared, but nothing calls it, and '@f' is private, so it is left out: call it, or make '@f' public
// CHECK-NOT: warning
// CHECK: {{^}}  func.func @public(
// CHECK-NOT: _vjp

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

func.func @public(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
