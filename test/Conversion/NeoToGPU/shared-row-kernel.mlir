// Groups of statements that are the same but for the tensors they read share a kernel;
// one whose operands are one tensor has another.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s

// CHECK: %[[P:.*]] = neo.gpu_launch @kernels::@main_kernel0(%arg0, %arg1)
// CHECK: %[[Q:.*]] = neo.gpu_launch @kernels::@main_kernel0(%[[P]], %arg0)
// CHECK: neo.gpu_launch @kernels::@main_kernel1(%[[Q]])
// CHECK-COUNT-2: gpu.func
// CHECK-NOT: gpu.func
func.func @main(%x: tensor<64x128xf32>, %z: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %p = neo.kernel [i: 64] (%a = %x, %b = %z) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
    %s = neo.compute [i: 64] sum [j: 128] %a[i, j] : (tensor<64x128xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 128] %b[i, j], %s[i]
       : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.divf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %y : tensor<64x128xf32>
  }
  %q = neo.kernel [i: 64] (%c = %p, %d = %x) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
    %s = neo.compute [i: 64] sum [j: 128] %c[i, j] : (tensor<64x128xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 128] %d[i, j], %s[i]
       : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.divf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %y : tensor<64x128xf32>
  }
  %r = neo.kernel [i: 64] (%e = %q) : (tensor<64x128xf32>) -> tensor<64x128xf32> {
    %s = neo.compute [i: 64] sum [j: 128] %e[i, j] : (tensor<64x128xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 128] %e[i, j], %s[i]
       : (tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.divf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %y : tensor<64x128xf32>
  }
  return %r : tensor<64x128xf32>
}
