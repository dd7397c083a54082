// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Which of two zeros of different sign is the extremum is unspecified: to order them
// takes twice as long.

func.func @f(%X: tensor<64x256xf32>) -> tensor<64xf32> {
  %y = neo.compute [i: 64] max [j: 256] %X[i, j]
     : (tensor<64x256xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz>
