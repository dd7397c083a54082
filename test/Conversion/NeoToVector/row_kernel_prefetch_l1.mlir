// RUN: env NEO_TARGET=znver5 neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group),neo-to-vector)' | FileCheck %s

// Rows that fit are prefetched into the first-level cache, whether there is one sweep
// over them or a later one.

func.func @once(%x: tensor<4096x768xf32>, %d: tensor<4096x768xf32>)
    -> (tensor<4096x768xf32>, tensor<4096x768xf32>) {
  %y = neo.compute [i: 4096, j: 768] %x[i, j]
     : (tensor<4096x768xf32>) -> tensor<4096x768xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %g = neo.compute [i: 4096, j: 768] %x[i, j], %d[i, j]
     : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> tensor<4096x768xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.mulf %0, %b : f32
    neo.yield %1 : f32
  }
  return %y, %g : tensor<4096x768xf32>, tensor<4096x768xf32>
}

// CHECK-LABEL: func.func private @once_kernel0(
// CHECK-COUNT-2: memref.prefetch {{.*}}, read, locality<3>
// CHECK-NOT:     locality<2>

func.func @again(%x: tensor<4096x768xf32>) -> tensor<4096x768xf32> {
  %s = neo.compute [i: 4096] sum [j: 768] %x[i, j]
     : (tensor<4096x768xf32>) -> tensor<4096xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %y = neo.compute [i: 4096, j: 768] %x[i, j], %s[i]
     : (tensor<4096x768xf32>, tensor<4096xf32>) -> tensor<4096x768xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096x768xf32>
}

// CHECK-LABEL: func.func private @again_kernel1(
// CHECK-COUNT-2: memref.prefetch {{.*}}, read, locality<3>
// CHECK-NOT:     locality<2>
