// RUN: neo-opt --neo-autodiff=mode=forward --verify-diagnostics %s | FileCheck %s

// Every float result has a tangent, zeros where no argument reaches it; an
// integer result has none, and an integer operand neither.

// expected-warning @+1 {{the tangent of result #2 of '@f' is identically zero}}
func.func @f(%x: tensor<3xf32>, %n: tensor<3xi64>)
    -> (tensor<3xf32>, tensor<i64>, tensor<3xf32>) {
  %y = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    neo.yield %0 : f32
  }
  %p = neo.compute [] argmax [i: 3] %x[i] : (tensor<3xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %z = neo.compute [i: 3] %n[i] : (tensor<3xi64>) -> tensor<3xf32> {
  ^bb0(%a: i64):
    %0 = arith.sitofp %a : i64 to f32
    neo.yield %0 : f32
  }
  return %y, %p, %z : tensor<3xf32>, tensor<i64>, tensor<3xf32>
}

// CHECK-LABEL: func.func @f_jvp(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<3xf32>, %[[N:[a-z0-9]+]]: tensor<3xi64>,
// CHECK-SAME:    %[[DX:[a-z0-9]+]]: tensor<3xf32>)
// CHECK-SAME:    -> (tensor<3xf32>, tensor<i64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
// CHECK:         %[[Y:.*]] = neo.compute [i: 3] %[[X]][i]
// CHECK:         %[[DY:.*]] = neo.compute [i: 3] %[[X]][i], %[[DX]][i]
// CHECK:         %[[P:.*]] = neo.compute [] argmax
// CHECK:         %[[Z:.*]] = neo.compute [i: 3] %[[N]][i]
// CHECK:         %[[DZ:.*]] = neo.compute [{{.*}}: 3] :
// CHECK:         return %[[Y]], %[[P]], %[[Z]], %[[DY]], %[[DZ]]
