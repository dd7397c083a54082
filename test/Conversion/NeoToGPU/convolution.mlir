// A strided convolution is a matrix product, too: its pad is dealt with while copying,
// where cp.async writes zeros in place of what is outside.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix SCHEDULE
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu --canonicalize | FileCheck %s

// Rows b, p, q; columns k; terms c, r, s.
// SCHEDULE: axes[<[0, 2, 3] = {{.*}}, <[1] = {{.*}}, <[4, 5, 6] =
// SCHEDULE-SAME: reads[<shared {{.*}} guard[0, 1
// SCHEDULE-SAME: window <{{.*}}>>, <shared
// CHECK: nvgpu.device_async_copy %arg0[{{.*}}], %view[{{.*}}], 1, %{{.*}} :
func.func @main(%A: tensor<8x16x32x32xf32>, %W: tensor<64x16x3x3xf32>)
    -> tensor<8x64x16x16xf32> {
  %C = neo.compute [b: 8, k: 64, p: 16, q: 16] sum [c: 16, r: 3, s: 3]
       %A[b, c, 2 * p + r - 1, 2 * q + s - 1]
         if (2 * p + r - 1 >= 0, 2 * q + s - 1 >= 0) else 0.0, %W[k, c, r, s]
     : (tensor<8x16x32x32xf32>, tensor<64x16x3x3xf32>) -> tensor<8x64x16x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x64x16x16xf32>
}
