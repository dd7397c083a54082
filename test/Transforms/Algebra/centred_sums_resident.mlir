// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{resident-terms=6}))' | FileCheck %s
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{resident-terms=5}))' | FileCheck %s --check-prefix=MORE

// Six terms that a kernel holds in registers are subtracted from as they are written.

// CHECK:      %[[M:.*]] = neo.compute [i: 4] sum [j: 6] %arg0[i, j]
// CHECK:      %[[V:.*]] = neo.compute [i: 4] sum [j: 6] %arg0[i, j], %[[M]][i]
// CHECK:      return %[[V]]
// MORE:       neo.compute [i: 4] %arg0[i, 0], %arg0[i, 3], %arg0[i, 5]
func.func @rows(%x: tensor<4x6xf64>) -> tensor<4xf64> {
  %m = neo.compute [i: 4] sum [j: 6] %x[i, j] : (tensor<4x6xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %n = arith.constant 6.0 : f64
    %0 = arith.divf %a, %n : f64
    neo.yield %0 : f64
  }
  %v = neo.compute [i: 4] sum [j: 6] %x[i, j], %m[i]
     : (tensor<4x6xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %0, %0 : f64
    neo.yield %1 : f64
  }
  return %v : tensor<4xf64>
}
