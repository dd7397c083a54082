// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | env NEO_TARGET=avx512 neo-opt --neo-optimize | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | FileCheck %s --check-prefix=DERIVED

// A declared derivative that is called goes when its callers have its body.

// CHECK-NOT: @g_vjp
// CHECK: {{^}}  func.func @slope(

// DERIVED: func.func private @g_vjp(

func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = math.exp %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func private @g_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

func.func @slope(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = func.call @g_vjp(%x, %x)
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
