// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse{explain}))' 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Terms that are compared with their maximum have to be the numbers that it was
// chosen from, so they are computed once.

// CHECK: remark: operand #0 stays a tensor: it is compared, and has to be the same number everywhere
// CHECK-LABEL: func.func @f(
// CHECK-COUNT-1: arith.divf
// CHECK-NOT:     arith.divf
func.func @f(%x: tensor<64x32xf32>) -> tensor<64xi64> {
  %t = neo.compute [i: 64, j: 32] %x[i, j]
     : (tensor<64x32xf32>) -> tensor<64x32xf32> {
  ^bb0(%a: f32):
    %c = arith.constant 3.0 : f32
    %0 = arith.divf %c, %a : f32
    neo.yield %0 : f32
  }
  %m = neo.compute [i: 64] max [j: 32] %t[i, j]
     : (tensor<64x32xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %n = neo.compute [i: 64] sum [j: 32] %t[i, j], %m[i]
     : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64xi64> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf oeq, %a, %b : f32
    %1 = arith.extui %0 : i1 to i64
    neo.yield %1 : i64
  }
  return %n : tensor<64xi64>
}
