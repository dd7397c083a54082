// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s 2>&1 | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt --neo-explain %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// A declared derivative of a private function that another derivative is made
// from, and one that is called, are used: neither is left out with a word.

// CHECK-NOT: _vjp
// CHECK-NOT: warning
// CHECK: {{^}}  func.func @second(
// CHECK-NOT: _vjp

// EXPLAIN-NOT: warning:
// EXPLAIN: {{^}}  func.func @second(

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
