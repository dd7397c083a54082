// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | env NEO_TARGET=avx512 neo-opt --neo-to-vector | FileCheck %s

// Rows of no numbers have a sum of zero, and nothing else.

func.func @f(%x: tensor<64x0xf32>) -> (tensor<64xf32>, tensor<64x0xf32>) {
  %0:2 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x0xf32>) -> (tensor<64xf32>, tensor<64x0xf32>) {
    %s = neo.compute [i: 64] sum [j: 0] %a[i, j]
       : (tensor<64x0xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 0] %a[i, j], %s[i]
       : (tensor<64x0xf32>, tensor<64xf32>) -> tensor<64x0xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %s, %y : tensor<64xf32>, tensor<64x0xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64x0xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         memref.store
// CHECK-NOT:     vector.load
