// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// Where ties share, the tangent of an extremum is the mean over its terms.

func.func @f(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %m = neo.compute [i: 2] min [j: 4] %x[i, j] {neo.ties = "shared"}
     : (tensor<2x4xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<2xf32>
}
func.func private @f_jvp(tensor<2x4xf32>, tensor<2x4xf32>)
    -> (tensor<2xf32>, tensor<2xf32>)

// CHECK: [20, 40]
func.func @check() -> tensor<2xf32> {
  %x = arith.constant dense<[[1.0, 5.0, 1.0, 2.0], [3.0, 4.0, 3.0, 1.0]]>
     : tensor<2x4xf32>
  %t = arith.constant dense<[[10.0, 20.0, 30.0, 40.0],
                             [10.0, 20.0, 30.0, 40.0]]> : tensor<2x4xf32>
  %r:2 = func.call @f_jvp(%x, %t) : (tensor<2x4xf32>, tensor<2x4xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  return %r#1 : tensor<2xf32>
}
