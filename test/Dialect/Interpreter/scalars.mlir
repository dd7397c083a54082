// RUN: neo-run %s | FileCheck %s

// Comparisons, conversions and selects between the kinds of numbers.
// CHECK: result #0: tensor<4xi1> [false, false, true, true]
// CHECK: result #1: tensor<4xi32> [-2, 0, 2, 2147483647]
// CHECK: result #2: tensor<4xf32> [4.2949673e+09, 0, 1, 255]
// CHECK: result #3: tensor<4xi64> [0, 1, 1, 255]
func.func @main() -> (tensor<4xi1>, tensor<4xi32>, tensor<4xf32>, tensor<4xi64>) {
  %x = arith.constant dense<[-2.75, 0x7FC00000, 2.5, 1.0e30]> : tensor<4xf32>
  %n = arith.constant dense<[-1, 0, 1, 255]> : tensor<4xi32>
  %0 = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xi1> {
  ^bb0(%a: f32):
    %c = arith.constant 1.0 : f32
    %b = arith.cmpf ogt, %a, %c : f32
    neo.yield %b : i1
  }
  %1 = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xi32> {
  ^bb0(%a: f32):
    %b = arith.fptosi %a : f32 to i32
    neo.yield %b : i32
  }
  %2 = neo.compute [i: 4] %n[i] : (tensor<4xi32>) -> tensor<4xf32> {
  ^bb0(%a: i32):
    %b = arith.uitofp %a : i32 to f32
    neo.yield %b : f32
  }
  %3 = neo.compute [i: 4] %n[i], %x[i] : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi64> {
  ^bb0(%a: i32, %b: f32):
    %one = arith.constant 1.0 : f32
    %small_or_nan = arith.cmpf ult, %b, %one : f32
    %wide = arith.extsi %a : i32 to i64
    %i = neo.index 0 : index
    %position = arith.index_cast %i : index to i64
    %v = arith.select %small_or_nan, %position, %wide : i64
    neo.yield %v : i64
  }
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi32>, tensor<4xf32>, tensor<4xi64>
}
