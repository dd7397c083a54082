// RUN: neo-opt --neo-autodiff=functions=f %s | neo-run --entry=f_vjp - > %t
// RUN: sed "s/attributes {neo.checkpoint}//" %s \
// RUN:   | neo-opt --neo-autodiff=functions=f | neo-run --entry=f_vjp - | diff %t -
// RUN: FileCheck %s < %t

// A checkpoint that calls another one has the gradient that it has without them.

// CHECK: result #0: tensor<2xf32>
// CHECK: result #1: tensor<2xf32>

func.func private @cube(%x: tensor<2xf32>) -> tensor<2xf32>
    attributes {neo.checkpoint} {
  %y = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    neo.yield %1 : f32
  }
  return %y : tensor<2xf32>
}
func.func private @inside(%x: tensor<2xf32>, %w: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    attributes {neo.checkpoint} {
  %d = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    neo.yield %0 : f32
  }
  %c = call @cube(%d) : (tensor<2xf32>) -> tensor<2xf32>
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
