// RUN: neo-opt --neo-autodiff=mode=forward %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=mode=forward %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// Tangents are carried beside the states, in one loop. The operand %n is an
// integer and has none.

func.func @power(%h: tensor<f32>, %x: tensor<3xf32>, %n: tensor<3xi64>)
    -> tensor<f32> {
  %0 = neo.scan @step steps 3 carry(%h) over(%x, %n)
     : (tensor<f32>, tensor<3xf32>, tensor<3xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @step(%h: tensor<f32>, %x: tensor<f32>, %n: tensor<i64>)
    -> tensor<f32> {
  %0 = neo.compute [] %h[], %x[], %n[]
     : (tensor<f32>, tensor<f32>, tensor<i64>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32, %c: i64):
    %f = arith.sitofp %c : i64 to f32
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %f : f32
    neo.yield %q : f32
  }
  return %0 : tensor<f32>
}
func.func private @power_jvp(tensor<f32>, tensor<3xf32>, tensor<3xi64>,
    tensor<f32>, tensor<3xf32>) -> (tensor<f32>, tensor<f32>)

// CHECK-LABEL: func.func private @power_jvp(
// CHECK:         %[[R:.*]]:2 = neo.scan @step_forward steps 3
// CHECK-SAME:      carry(%{{.*}}, %{{.*}}) over(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK:         return %[[R]]#0, %[[R]]#1

// 2 * (3 4 5) * (1 1 2), and its change with h and x[0]
// VALUE: result #0: tensor<f32> 240
// VALUE: result #1: tensor<f32> 200
func.func @check() -> (tensor<f32>, tensor<f32>) {
  %h = arith.constant dense<2.0> : tensor<f32>
  %x = arith.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %n = arith.constant dense<[1, 1, 2]> : tensor<3xi64>
  %dh = arith.constant dense<1.0> : tensor<f32>
  %dx = arith.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf32>
  %r:2 = func.call @power_jvp(%h, %x, %n, %dh, %dx)
     : (tensor<f32>, tensor<3xf32>, tensor<3xi64>, tensor<f32>, tensor<3xf32>)
    -> (tensor<f32>, tensor<f32>)
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}
