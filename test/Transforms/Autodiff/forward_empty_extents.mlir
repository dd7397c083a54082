// RUN: neo-opt --neo-autodiff %s 2>/dev/null | neo-run --entry=check - | FileCheck %s

// A reduction over nothing does not change.

func.func @f(%x: tensor<2x0xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %m = neo.compute [i: 2] max [j: 0] %x[i, j]
     : (tensor<2x0xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %p = neo.compute [i: 2] prod [j: 0] %x[i, j]
     : (tensor<2x0xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m, %p : tensor<2xf32>, tensor<2xf32>
}
func.func private @f_jvp(tensor<2x0xf32>, tensor<2x0xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)

// CHECK: [1, 1]
// CHECK: [0, 0]
// CHECK: [0, 0]
func.func @check() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<> : tensor<2x0xf32>
  %r:4 = func.call @f_jvp(%x, %x) : (tensor<2x0xf32>, tensor<2x0xf32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %r#1, %r#2, %r#3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
