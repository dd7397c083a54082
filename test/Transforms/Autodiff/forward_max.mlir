// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// The tangent of a maximum is that of the first largest term, also where a
// `where` guard leaves terms out, and 0 where it leaves out all of them.

func.func @f(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %m = neo.compute [i: 4] max [j: 4] %x[i, j] where (j >= i, i < 3)
     : (tensor<4x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<4xf32>
}
func.func private @f_jvp(tensor<4x4xf32>, tensor<4x4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>)

// CHECK: [5, 3, 7, -inf]
// CHECK: [20, 30, 30, 0]
func.func @check() -> (tensor<4xf32>, tensor<4xf32>) {
  %x = arith.constant dense<[[1.0, 5.0, 5.0, 2.0], [9.0, 1.0, 3.0, 3.0],
                             [8.0, 9.0, 7.0, 0.0], [1.0, 1.0, 1.0, 1.0]]>
     : tensor<4x4xf32>
  %t = arith.constant dense<[[10.0, 20.0, 30.0, 40.0],
                             [10.0, 20.0, 30.0, 40.0],
                             [10.0, 20.0, 30.0, 40.0],
                             [10.0, 20.0, 30.0, 40.0]]> : tensor<4x4xf32>
  %r:2 = func.call @f_jvp(%x, %t) : (tensor<4x4xf32>, tensor<4x4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
