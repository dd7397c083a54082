// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-split-reductions))' %s | FileCheck %s

// Threads share nine results, a batch has any size, partial sums of halves
// would be rounded, and a schedule says all.

// CHECK-NOT: _outer
module attributes {neo.batch = 300000 : i64} {
func.func @f(%x: tensor<9x262144xf32>, %y: tensor<300000xf32>,
             %z: tensor<262144xf16>, %u: tensor<262144xf32>)
    -> (tensor<9xf32>, tensor<f32>, tensor<f16>, tensor<f32>) {
  %0 = neo.compute [i: 9] sum [j: 262144] %x[i, j] : (tensor<9x262144xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [] sum [i: 300000] %y[i] : (tensor<300000xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %2 = neo.compute [] sum [i: 262144] %z[i] : (tensor<262144xf16>) -> tensor<f16> {
  ^bb0(%a: f16):
    neo.yield %a : f16
  }
  %3 = neo.compute [] sum [i: 262144] %u[i] {neo.schedule = "vector [i: 16]"}
     : (tensor<262144xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0, %1, %2, %3 : tensor<9xf32>, tensor<f32>, tensor<f16>, tensor<f32>
}
}
