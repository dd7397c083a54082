// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// The inside of @layer is computed again from its arguments, after the cotangent
// of its result is known. The forward result is still needed: by the square.

func.func private @layer(%x: tensor<3xf32>) -> tensor<3xf32>
    attributes {neo.checkpoint} {
  %e = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %t = neo.compute [i: 3] %e[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = math.tanh %a : f32
    neo.yield %0 : f32
  }
  return %t : tensor<3xf32>
}
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %h = call @layer(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %y = neo.compute [i: 3] %h[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    %[[X:.*]]: tensor<3xf32>, %[[DY:.*]]: tensor<3xf32>)
// CHECK:         %[[E:.*]] = neo.compute [i: 3] %[[X]][i]
// CHECK:         %[[H:.*]] = neo.compute [i: 3] %[[E]][i]
// CHECK:         %[[DH:.*]] = neo.compute [i: 3] %[[H]][i], %[[DY]][i]
// CHECK:         %[[X1:.*]] = neo.wait %[[X]] for %[[DH]]
// CHECK:         %[[E1:.*]] = neo.compute [i: 3] %[[X1]][i]
// CHECK:         %[[DE:.*]] = neo.compute [i: 3] %[[E1]][i], %[[DH]][i]
// CHECK:         %[[DX:.*]] = neo.compute [i: 3] %[[X1]][i], %[[DE]][i]
// CHECK:         return %[[DX]]
