// RUN: neo-opt --neo-autodiff %s | neo-run --entry=check - | FileCheck %s

// A checkpoint that hands its argument through and returns a result twice: every
// cotangent arrives once. f = x + 2 * 8 x^3 + w.

func.func private @inside(%x: tensor<2xf32>, %w: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    attributes {neo.checkpoint} {
  %c = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.mulf %1, %0 : f32
    neo.yield %2 : f32
  }
  return %x, %c, %c, %w : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %r:4 = call @inside(%x, %w) : (tensor<2xf32>, tensor<2xf32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %y = neo.compute [i: 2] %r#0[i], %r#1[i], %r#2[i], %r#3[i]
     : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
     -> tensor<2xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.addf %1, %d : f32
    neo.yield %2 : f32
  }
  return %y : tensor<2xf32>
}
func.func private @f_vjp(tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>)

// CHECK: [49, 193]
// CHECK: [1, 1]
func.func @check() -> (tensor<2xf32>, tensor<2xf32>) {
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = arith.constant dense<1.0> : tensor<2xf32>
  %r:2 = func.call @f_vjp(%x, %x, %g)
       : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      -> (tensor<2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
