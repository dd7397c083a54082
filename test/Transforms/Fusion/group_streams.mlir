// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-group{explain}))' \
// RUN:   %s 2>&1 | FileCheck %s

// Sums that only read, and a gradient that only writes as much, share no
// number. One kernel reads while it writes. Where both fit a cache, or one
// reads as well, there is nothing to be gained.

// CHECK: statements over [a, b] [i, j] become one kernel, which saves 12582912
// CHECK-NOT: become one kernel

// CHECK-LABEL: func.func @large(
// CHECK:         neo.kernel [a: 8192]
// CHECK:           neo.compute [a: 8192] sum [b: 768]
// CHECK:           neo.compute [a: 8192, b: 768]
func.func @large(%X: tensor<8192x768xf32>, %G: tensor<8192xf32>)
    -> (tensor<8192xf32>, tensor<8192x768xf32>) {
  %s = neo.compute [a: 8192] sum [b: 768] %X[a, b]
     : (tensor<8192x768xf32>) -> tensor<8192xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %d = neo.compute [i: 8192, j: 768] %G[i]
     : (tensor<8192xf32>) -> tensor<8192x768xf32> {
  ^bb0(%g: f32):
    neo.yield %g : f32
  }
  return %s, %d : tensor<8192xf32>, tensor<8192x768xf32>
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT:     neo.kernel
func.func @small(%X: tensor<512x768xf32>, %G: tensor<512xf32>)
    -> (tensor<512xf32>, tensor<512x768xf32>) {
  %s = neo.compute [a: 512] sum [b: 768] %X[a, b]
     : (tensor<512x768xf32>) -> tensor<512xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %d = neo.compute [i: 512, j: 768] %G[i]
     : (tensor<512xf32>) -> tensor<512x768xf32> {
  ^bb0(%g: f32):
    neo.yield %g : f32
  }
  return %s, %d : tensor<512xf32>, tensor<512x768xf32>
}

// CHECK-LABEL: func.func @other_shape(
// CHECK-NOT:     neo.kernel
func.func @other_shape(%X: tensor<8192x768xf32>, %G: tensor<768xf32>)
    -> (tensor<8192xf32>, tensor<768x8192xf32>) {
  %s = neo.compute [a: 8192] sum [b: 768] %X[a, b]
     : (tensor<8192x768xf32>) -> tensor<8192xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %d = neo.compute [i: 768, j: 8192] %G[i]
     : (tensor<768xf32>) -> tensor<768x8192xf32> {
  ^bb0(%g: f32):
    neo.yield %g : f32
  }
  return %s, %d : tensor<8192xf32>, tensor<768x8192xf32>
}
