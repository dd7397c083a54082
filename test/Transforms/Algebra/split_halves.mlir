// Steps of a product of halves are computed and kept in f32, and the last is rounded:
// no more than the sum itself is. On a GPU the first one is a product of tensor cores.
// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products))' %s | FileCheck %s
// RUN: neo-opt --neo-optimize-for-gpu --neo-schedule-gpu %s | FileCheck %s --check-prefix GPU

// CHECK-LABEL: @bilinear
// CHECK: %[[T:.*]] = neo.compute [b: 64, k: 64, j: 128] sum [i: 256] %{{.*}}[b, i], %{{.*}}[k, i, j]
// CHECK-SAME: (tensor<64x256xf16>, tensor<64x256x128xf16>) -> tensor<64x64x128xf32>
// CHECK: arith.mulf {{.*}} : f32
// CHECK: %[[S:.*]] = neo.compute [b: 64, k: 64] sum [j: 128] {{.*}}%[[T]][b, k, j]
// CHECK-SAME: -> tensor<64x64xf32>
// CHECK: %[[R:.*]] = neo.compute [b: 64, k: 64] %[[S]][b, k]
// CHECK-SAME: -> tensor<64x64xf16>
// CHECK: arith.truncf
// CHECK: return %[[R]]

// GPU: neo.compute [b: 64, k: 64, j: 128] sum [i: 256]
// GPU-SAME: mma 16 overlap <copies 3 fragments 2 operands 1>
func.func @bilinear(%x: tensor<64x256xf16>, %w: tensor<64x256x128xf16>,
                    %y: tensor<64x128xf16>) -> tensor<64x64xf16> {
  %0 = neo.compute [b: 64, k: 64] sum [i: 256, j: 128]
         %x[b, i], %w[k, i, j], %y[b, j]
     : (tensor<64x256xf16>, tensor<64x256x128xf16>, tensor<64x128xf16>) -> tensor<64x64xf16> {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %1 = arith.mulf %a, %b : f16
    %2 = arith.mulf %1, %c : f16
    neo.yield %2 : f16
  }
  return %0 : tensor<64x64xf16>
}

// What is no sum is rounded where it is made.

// CHECK-LABEL: @repeated
// CHECK: neo.compute [i: 64] %{{.*}}[i] : (tensor<64xbf16>) -> tensor<64xbf16>
// CHECK: %[[W:.*]] = arith.extf
// CHECK: arith.mulf %[[W]], %{{.*}} : f32
// CHECK: arith.truncf
// CHECK-NOT: neo.compute
func.func @repeated(%x: tensor<64xbf16>) -> tensor<64xbf16> {
  %0 = neo.compute [i: 64] sum [k: 8] %x[i] : (tensor<64xbf16>) -> tensor<64xbf16> {
  ^bb0(%a: bf16):
    neo.yield %a : bf16
  }
  return %0 : tensor<64xbf16>
}
