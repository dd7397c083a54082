// RUN: neo-opt --canonicalize %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(canonicalize)" %s

// A value added to itself is a product, of floats, which is exact: integers are
// for arith to simplify.

func.func @f(%x: tensor<9xf32>, %n: tensor<9xi64>) -> (tensor<9xf32>, tensor<9xi64>) {
  %0 = neo.compute [i: 9] %x[i] : (tensor<9xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    %s = math.sin %a : f32
    %d = arith.addf %s, %s : f32
    neo.yield %d : f32
  }
  %1 = neo.compute [i: 9] %n[i] : (tensor<9xi64>) -> tensor<9xi64> {
  ^bb0(%a: i64):
    %d = arith.addi %a, %a : i64
    neo.yield %d : i64
  }
  return %0, %1 : tensor<9xf32>, tensor<9xi64>
}

// CHECK:     %[[TWO:.*]] = arith.constant 2.0{{.*}} : f32
// CHECK:     %[[S:.*]] = math.sin
// CHECK:     arith.mulf %[[S]], %[[TWO]] : f32
// CHECK-NOT: arith.mulf
// CHECK:     arith.addi
