// RUN: neo-run %s | FileCheck %s
// RUN: neo-run %s --precision=double | FileCheck %s --check-prefix=DOUBLE

// Every operation rounds to its own type, or everything is computed in double.
// 2049 and 257 are the first integers that f16 and bf16 do not hold.
// CHECK: result #0: tensor<2xf16> [2048, 2052]
// CHECK: result #1: tensor<2xbf16> [256, 260]
// CHECK: result #2: tensor<f32> 16777216
// CHECK: result #3: tensor<2xi32> [-2147483648, -128]
// DOUBLE: result #0: tensor<2xf64> [2049, 2051]
// DOUBLE: result #1: tensor<2xf64> [257, 259]
// DOUBLE: result #2: tensor<f64> 16777218
// DOUBLE: result #3: tensor<2xi32> [-2147483648, -128]
func.func @main() -> (tensor<2xf16>, tensor<2xbf16>, tensor<f32>, tensor<2xi32>) {
  %h = arith.constant dense<[1.0, 3.0]> : tensor<2xf16>
  %b = arith.constant dense<[1.0, 3.0]> : tensor<2xbf16>
  %f = arith.constant dense<[16777216.0, 1.0, 1.0]> : tensor<3xf32>
  %0 = neo.compute [i: 2] %h[i] : (tensor<2xf16>) -> tensor<2xf16> {
  ^bb0(%a: f16):
    %c = arith.constant 2048.0 : f16
    %s = arith.addf %a, %c : f16
    neo.yield %s : f16
  }
  %1 = neo.compute [i: 2] %b[i] : (tensor<2xbf16>) -> tensor<2xbf16> {
  ^bb0(%a: bf16):
    %c = arith.constant 256.0 : bf16
    %s = arith.addf %a, %c : bf16
    neo.yield %s : bf16
  }
  %2 = neo.compute [] sum [i: 3] %f[i] : (tensor<3xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %3 = neo.compute [i: 2] : () -> tensor<2xi32> {
    %i = neo.index 0 : index
    %zero = arith.constant 0 : index
    %first = arith.cmpi eq, %i, %zero : index
    %most = arith.constant 2147483647 : i32
    %one = arith.constant 1 : i32
    %wrapped = arith.addi %most, %one : i32
    %byte = arith.constant 127 : i8
    %byte_one = arith.constant 1 : i8
    %byte_sum = arith.addi %byte, %byte_one : i8
    %wide = arith.extsi %byte_sum : i8 to i32
    %v = arith.select %first, %wrapped, %wide : i32
    neo.yield %v : i32
  }
  return %0, %1, %2, %3 : tensor<2xf16>, tensor<2xbf16>, tensor<f32>, tensor<2xi32>
}
