// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s

// The statements of a softmax share the loop over its rows. Only the last
// result leaves the kernel.

func.func @softmax(%x: tensor<5x39xf32>) -> tensor<5x39xf32> {
  %m = neo.compute [i: 5] max [j: 39] %x[i, j]
     : (tensor<5x39xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %e = neo.compute [r: 5, c: 39] %x[r, c], %m[r]
     : (tensor<5x39xf32>, tensor<5xf32>) -> tensor<5x39xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %s = neo.compute [i: 5] sum [j: 39] %e[i, j]
     : (tensor<5x39xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 5, j: 39] %e[i, j], %s[i]
     : (tensor<5x39xf32>, tensor<5xf32>) -> tensor<5x39xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<5x39xf32>
}

// CHECK-LABEL: func.func @softmax(
// CHECK:         neo.kernel [i: 5] (%[[X:.*]] = %{{.*}})
// CHECK:           %[[M:.*]] = neo.compute [i: 5] max [j: 39] %[[X]][i, j]
// CHECK:           %[[E:.*]] = neo.compute [i: 5, j: 39] %[[X]][i, j], %[[M]][i]
// CHECK:           %[[S:.*]] = neo.compute [i: 5] sum [j: 39] %[[E]][i, j]
// CHECK:           %[[Y:.*]] = neo.compute [i: 5, j: 39] %[[E]][i, j], %[[S]][i]
// CHECK:           neo.results %[[Y]] : tensor<5x39xf32>
