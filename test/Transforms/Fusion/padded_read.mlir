// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Outside its guard the read is the pad, which exp does not give: both stay.

func.func @f(%x: tensor<6xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 6] %x[i] : (tensor<6xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [j: 8] %0[j - 1] if (j >= 1, j < 7) else 0.0
     : (tensor<6xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         %[[E:.*]] = neo.compute [i: 6]
// CHECK:           math.exp
// CHECK:         neo.compute [j: 8] %[[E]][j - 1]
// CHECK-SAME:      if (j - 1 >= 0
// CHECK:           arith.negf
