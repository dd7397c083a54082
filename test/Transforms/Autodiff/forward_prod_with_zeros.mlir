// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// The product rule at no, one and two zeros, over two reduction loops.

func.func @f(%x: tensor<3x2x2xf32>) -> tensor<3xf32> {
  %m = neo.compute [i: 3] prod [j: 2, k: 2] %x[i, j, k]
     : (tensor<3x2x2xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<3xf32>
}
func.func private @f_jvp(tensor<3x2x2xf32>, tensor<3x2x2xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)

// 1 * 60 + 10 * 40 + 100 * 30 + 1000 * 24; 10 * 40; 0
// CHECK: [27460, 400, 0]
func.func @check() -> tensor<3xf32> {
  %x = arith.constant dense<[[[2.0, 3.0], [4.0, 5.0]], [[2.0, 0.0], [4.0, 5.0]],
                             [[0.0, 3.0], [0.0, 5.0]]]> : tensor<3x2x2xf32>
  %t = arith.constant dense<[[[1.0, 10.0], [100.0, 1000.0]],
                             [[1.0, 10.0], [100.0, 1000.0]],
                             [[1.0, 10.0], [100.0, 1000.0]]]>
     : tensor<3x2x2xf32>
  %r:2 = func.call @f_jvp(%x, %t) : (tensor<3x2x2xf32>, tensor<3x2x2xf32>)
      -> (tensor<3xf32>, tensor<3xf32>)
  return %r#1 : tensor<3xf32>
}
