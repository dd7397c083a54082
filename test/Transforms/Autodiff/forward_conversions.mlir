// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// A tangent changes its type where its value does; a selection selects it, and
// an infinity that is not selected does no harm.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf16> {
  %y = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf16> {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f64
    %three = arith.constant 3.0 : f64
    %wide = arith.extf %a : f32 to f64
    %positive = arith.cmpf ogt, %wide, %zero : f64
    %inverse = arith.divf %three, %wide : f64
    %chosen = arith.select %positive, %inverse, %wide : f64
    %narrow = arith.truncf %chosen : f64 to f16
    neo.yield %narrow : f16
  }
  return %y : tensor<3xf16>
}
func.func private @f_jvp(tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf16>, tensor<3xf16>)

// CHECK: [1.5, 0, -4]
// CHECK: [-7.5, 10, 10]
func.func @check() -> (tensor<3xf16>, tensor<3xf16>) {
  %x = arith.constant dense<[2.0, 0.0, -4.0]> : tensor<3xf32>
  %t = arith.constant dense<10.0> : tensor<3xf32>
  %r:2 = func.call @f_jvp(%x, %t) : (tensor<3xf32>, tensor<3xf32>)
      -> (tensor<3xf16>, tensor<3xf16>)
  return %r#0, %r#1 : tensor<3xf16>, tensor<3xf16>
}
