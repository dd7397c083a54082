// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// The body's neo.index becomes the inverse index: y[i] = i * x[5 - i].

func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> {
  %y = neo.compute [i: 6] %x[5 - i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    %0 = neo.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %a, %2 : f32
    neo.yield %3 : f32
  }
  return %y : tensor<6xf32>
}
func.func private @f_vjp(tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>

// CHECK: 5, 4, 3, 2, 1, 0
func.func @check() -> tensor<6xf32> {
  %x = arith.constant dense<9.0> : tensor<6xf32>
  %g = arith.constant dense<1.0> : tensor<6xf32>
  %d = func.call @f_vjp(%x, %g)
     : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %d : tensor<6xf32>
}
