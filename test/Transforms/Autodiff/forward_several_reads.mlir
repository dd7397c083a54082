// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s

// What is no product of its operands has one tangent for all of them: here the
// squared distance, whose terms are read once.

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %d = neo.compute [] sum [i: 4] %x[i], %y[i]
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    neo.yield %1 : f32
  }
  return %d : tensor<f32>
}

// CHECK-LABEL: func.func @f_jvp(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xf32>, %[[Y:[a-z0-9]+]]: tensor<4xf32>,
// CHECK-SAME:    %[[DX:[a-z0-9]+]]: tensor<4xf32>, %[[DY:[a-z0-9]+]]: tensor<4xf32>)
// CHECK:         %[[D:.*]] = neo.compute [] sum [i: 4]
// CHECK:         %[[T:.*]] = neo.compute [] sum [i: 4]
// CHECK-SAME:      %[[X]][i], %[[Y]][i], %[[DX]][i], %[[DY]][i]
// CHECK:         return %[[D]], %[[T]]
