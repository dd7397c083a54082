// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A chain of elementwise operators becomes one: indices compose.

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [j: 8] %0[7 - j] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %n = arith.negf %a : f32
    neo.yield %n : f32
  }
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>)
// CHECK:         %[[R:.*]] = neo.compute [j: 8] %[[X]][7 - j]
// CHECK:           math.exp
// CHECK:           arith.negf
// CHECK-NOT:     neo.compute
// CHECK:         return %[[R]]
