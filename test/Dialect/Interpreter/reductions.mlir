// RUN: neo-run %s | FileCheck %s

// One reduction of each kind over the same numbers, NaN and ties among them.
// CHECK: result #0: tensor<f32> 5
// CHECK: result #1: tensor<f32> -9
// CHECK: result #2: tensor<f32> 3
// CHECK: result #3: tensor<f32> -1
// CHECK: result #4: tensor<i64> 1
// CHECK: result #5: tensor<i64> 2
// CHECK: result #6: tensor<f32> nan
// CHECK: result #7: tensor<i64> 3
func.func @main() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>,
                      tensor<i64>, tensor<i64>, tensor<f32>, tensor<i64>) {
  %x = arith.constant dense<[1.0, 3.0, -1.0, 3.0, -1.0]> : tensor<5xf32>
  %y = arith.constant dense<[1.0, 3.0, -1.0, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  %sum = neo.compute [] sum [i: 5] %x[i] : (tensor<5xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %prod = neo.compute [] prod [i: 5] %x[i] : (tensor<5xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %two = arith.constant 2.0 : f32
    %c = arith.subf %a, %two : f32
    neo.yield %c : f32
  }
  %max = neo.compute [] max [i: 5] %x[i] : (tensor<5xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %min = neo.compute [] min [i: 5] %x[i] : (tensor<5xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %argmax = neo.compute [] argmax [i: 5] %x[i] : (tensor<5xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %argmin = neo.compute [] argmin [i: 5] %x[i] : (tensor<5xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %nan = neo.compute [] min [i: 5] %y[i] : (tensor<5xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %argnan = neo.compute [] argmin [i: 5] %y[i] : (tensor<5xf32>) -> tensor<i64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %sum, %prod, %max, %min, %argmax, %argmin, %nan, %argnan
    : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i64>,
      tensor<i64>, tensor<f32>, tensor<i64>
}
