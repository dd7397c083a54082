// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group{explain=true}))' 2>&1 | FileCheck %s

// A product and its bias are one kernel, which shares all loops of the result.
// The maximum of a row is not part of it: it would take the tiles apart.

func.func @f(%A: tensor<512x64xf32>, %B: tensor<64x768xf32>, %b: tensor<768xf32>)
    -> (tensor<512x768xf32>, tensor<512xf32>) {
  %p = neo.compute [i: 512, j: 768] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<512x64xf32>, tensor<64x768xf32>) -> tensor<512x768xf32> {
  ^bb0(%s: f32, %t: f32):
    %1 = arith.mulf %s, %t : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 512, j: 768] %p[i, j], %b[j]
     : (tensor<512x768xf32>, tensor<768xf32>) -> tensor<512x768xf32> {
  ^bb0(%s: f32, %t: f32):
    %1 = arith.addf %s, %t : f32
    neo.yield %1 : f32
  }
  %m = neo.compute [i: 512] max [j: 768] %p[i, j]
     : (tensor<512x768xf32>) -> tensor<512xf32> {
  ^bb0(%s: f32):
    neo.yield %s : f32
  }
  return %y, %m : tensor<512x768xf32>, tensor<512xf32>
}

// CHECK:       remark: statements over [i, j, k] [i, j] are not one kernel: a contraction keeps tiles, not rows
// CHECK:       become one kernel, which saves 561737 bytes and 1 launches
// CHECK-LABEL: func.func @f(
// CHECK:         neo.kernel [i: 512, j: 768]
// CHECK:           neo.compute [i: 512, j: 768] sum [k: 64]
// CHECK:           neo.compute [i: 512, j: 768]
// CHECK:         neo.compute [i: 512] max [j: 768]
