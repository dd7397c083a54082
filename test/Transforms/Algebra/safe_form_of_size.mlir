// RUN: neo-opt %s --neo-stable-forms | FileCheck %s

// A size is not below 0: there is no other side to choose, and its own size
// need not be taken.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[SIZE:.*]] = math.absf
// CHECK-NOT:     math.absf
// CHECK-NOT:     arith.select
// CHECK:         math.exp
// CHECK:         arith.divf
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [i: 64] %x[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %one = arith.constant 1.0 : f32
    %s = math.absf %a : f32
    %n = arith.negf %s : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %r = arith.divf %one, %d : f32
    neo.yield %r : f32
  }
  return %0 : tensor<64xf32>
}
