// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-narrow | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-run %s --entry=fits --check-pipeline="builtin.module(func.func(neo-narrow))"

// 131071 products of signed bytes fit in 32 bits, one more does not.

// CHECK-LABEL: func.func @fits
// CHECK:       %[[T:.*]] = neo.compute [i: 2] sum [k: 131071]
// CHECK-SAME:    -> tensor<2xi32>
// CHECK:       arith.extsi %{{.*}} : i8 to i32
// CHECK:       %{{.*}} = neo.compute [i0: 2] %[[T]][i0]
// CHECK:       arith.extsi %{{.*}} : i32 to i64
func.func @fits(%A: tensor<2x131071xi8>, %B: tensor<131071xi8>) -> tensor<2xi64> {
  %C = neo.compute [i: 2] sum [k: 131071] %A[i, k], %B[k]
     : (tensor<2x131071xi8>, tensor<131071xi8>) -> tensor<2xi64> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i64
    %y = arith.extsi %b : i8 to i64
    %0 = arith.muli %x, %y : i64
    neo.yield %0 : i64
  }
  return %C : tensor<2xi64>
}

// CHECK-LABEL: func.func @overflows
// CHECK-NOT:   i32
func.func @overflows(%A: tensor<2x131072xi8>, %B: tensor<131072xi8>)
    -> tensor<2xi64> {
  %C = neo.compute [i: 2] sum [k: 131072] %A[i, k], %B[k]
     : (tensor<2x131072xi8>, tensor<131072xi8>) -> tensor<2xi64> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i64
    %y = arith.extsi %b : i8 to i64
    %0 = arith.muli %x, %y : i64
    neo.yield %0 : i64
  }
  return %C : tensor<2xi64>
}
