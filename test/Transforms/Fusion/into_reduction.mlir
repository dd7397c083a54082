// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A reduction that reads every element once takes the expression; a matrix
// product, which reads each five times, reads the tensor.

func.func @f(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>, %w: tensor<4x5xf32>)
    -> (tensor<6xf32>, tensor<6x5xf32>) {
  %0 = neo.compute [i: 6, k: 4] %x[i, k] : (tensor<6x4xf32>) -> tensor<6x4xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [i: 6] sum [k: 4] %0[i, k]
     : (tensor<6x4xf32>) -> tensor<6xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %2 = neo.compute [i: 6, k: 4] %y[i, k] : (tensor<6x4xf32>) -> tensor<6x4xf32> {
  ^bb0(%a: f32):
    %t = math.tanh %a : f32
    neo.yield %t : f32
  }
  %3 = neo.compute [i: 6, j: 5] sum [k: 4] %2[i, k], %w[k, j]
     : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %1, %3 : tensor<6xf32>, tensor<6x5xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<6x4xf32>
// CHECK-NEXT:    neo.compute [i: 6] sum [k: 4] %[[X]][i, k]
// CHECK:           math.exp
// CHECK:         %[[T:.*]] = neo.compute [i: 6, k: 4]
// CHECK:           math.tanh
// CHECK:         neo.compute [i: 6, j: 5] sum [k: 4] %[[T]][i, k]
