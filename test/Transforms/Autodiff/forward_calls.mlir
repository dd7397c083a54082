// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s

// A called function is differentiated in place; one that no argument reaches
// stays a call.

func.func private @double(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = arith.addf %a, %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}
func.func private @table() -> tensor<3xf32>

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %t = func.call @table() : () -> tensor<3xf32>
  %d = func.call @double(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %y = neo.compute [i: 3] %d[i], %t[i]
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func.func @f_jvp(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<3xf32>, %[[DX:[a-z0-9]+]]: tensor
// CHECK:         %[[T:.*]] = call @table()
// CHECK-NOT:     call @double
// CHECK:         %[[D:.*]] = neo.compute [i: 3] %[[X]][i]
// CHECK:         %[[DD:.*]] = neo.compute [i: 3] %[[DX]][i]
// CHECK:         %[[Y:.*]] = neo.compute [i: 3] %[[D]][i], %[[T]][i]
// CHECK:         %[[DY:.*]] = neo.compute [i: 3] %[[T]][i], %[[DD]][i]
// CHECK:         return %[[Y]], %[[DY]]
