// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// A product of no, one and two zeros.

func.func @f(%x: tensor<3x3xf32>) -> tensor<3xf32> {
  %m = neo.compute [i: 3] prod [j: 3] %x[i, j]
     : (tensor<3x3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<3xf32>
}
func.func private @f_vjp(tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>

// CHECK: [20, 10, 8], [0, 10, 0], [0, 0, 0]
func.func @check() -> tensor<3x3xf32> {
  %x = arith.constant dense<[[2.0, 4.0, 5.0], [2.0, 0.0, 5.0], [0.0, 4.0, 0.0]]>
     : tensor<3x3xf32>
  %g = arith.constant dense<1.0> : tensor<3xf32>
  %d = func.call @f_vjp(%x, %g)
     : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  return %d : tensor<3x3xf32>
}
