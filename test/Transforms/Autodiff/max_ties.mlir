// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// Among equal terms the first one of the reduction gets the cotangent, terms
// outside 'where' never do; padding that wins gets nothing.

func.func @f(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %m = neo.compute [i: 2] max [j: 5]
         %x[i, j - 1] if (j >= 1) else 4.0 where (i + j >= 1)
     : (tensor<2x4xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<2xf32>
}
func.func private @f_vjp(tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>

// CHECK: 0, 5, 0, 0
// CHECK: 0, 0, 0, 0
func.func @check() -> tensor<2x4xf32> {
  %x = arith.constant dense<[[1.0, 3.0, 3.0, 2.0], [1.0, 3.0, 3.0, 2.0]]>
     : tensor<2x4xf32>
  %g = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %d = func.call @f_vjp(%x, %g)
     : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return %d : tensor<2x4xf32>
}
