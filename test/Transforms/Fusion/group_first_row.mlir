// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s

// Of the first row there is a row to be read: sums over the rows are one kernel,
// and what reads that row after them is none with one of the sums.

// CHECK-LABEL: func.func @columns(
// CHECK:         neo.kernel [i: 4096]
// CHECK-COUNT-2:   sum [i: 4096]
// CHECK:           neo.results
// CHECK-NOT:     neo.kernel
func.func @columns(%x: tensor<4096x768xf32>) -> (tensor<768xf32>, tensor<768xf32>) {
  %a = neo.compute [j: 768] sum [i: 4096] %x[i, j], %x[0, j]
     : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> tensor<768xf32> {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.subf %p, %q : f32
    neo.yield %0 : f32
  }
  %m = neo.compute [j: 768] %x[0, j], %a[j]
     : (tensor<4096x768xf32>, tensor<768xf32>) -> tensor<768xf32> {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.addf %p, %q : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [j: 768] sum [i: 4096] %x[i, j], %x[0, j]
     : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> tensor<768xf32> {
  ^bb0(%p: f32, %q: f32):
    %0 = arith.subf %p, %q : f32
    %1 = arith.mulf %0, %0 : f32
    neo.yield %1 : f32
  }
  return %m, %s : tensor<768xf32>, tensor<768xf32>
}
