// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// A reduction that reads every element once takes the expression; a matrix
// product, which reads each 48 times, reads the tensor, as a tanh costs more
// than to write it and to read it again.

func.func @f(%x: tensor<32x24xf32>, %y: tensor<32x24xf32>, %w: tensor<24x48xf32>)
    -> (tensor<32xf32>, tensor<32x48xf32>) {
  %0 = neo.compute [i: 32, k: 24] %x[i, k] : (tensor<32x24xf32>) -> tensor<32x24xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %1 = neo.compute [i: 32] sum [k: 24] %0[i, k]
     : (tensor<32x24xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %2 = neo.compute [i: 32, k: 24] %y[i, k] : (tensor<32x24xf32>) -> tensor<32x24xf32> {
  ^bb0(%a: f32):
    %t = math.tanh %a : f32
    neo.yield %t : f32
  }
  %3 = neo.compute [i: 32, j: 48] sum [k: 24] %2[i, k], %w[k, j]
     : (tensor<32x24xf32>, tensor<24x48xf32>) -> tensor<32x48xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %1, %3 : tensor<32xf32>, tensor<32x48xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<32x24xf32>
// CHECK-NEXT:    neo.compute [i: 32] sum [k: 24] %[[X]][i, k]
// CHECK:           math.exp
// CHECK:         %[[T:.*]] = neo.compute [i: 32, k: 24]
// CHECK:           math.tanh
// CHECK:         neo.compute [i: 32, j: 48] sum [k: 24] %[[T]][i, k]
