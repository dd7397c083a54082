// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-fuse | FileCheck %s

// The sum of a residual block is read by the next block's convolution and by its
// sum. 64 channels would compute the sum 64 times, so it stays a tensor; and what
// is a tensor is read where the next sum needs it. A batch of one has no loop that
// moves an element, and computes none less often for that.

// CHECK-LABEL: @blocks
// CHECK: %[[A:.*]] = neo.compute [n: 1, c: 256, p: 3136] %arg0{{.*}}, %arg1
// CHECK: %[[C:.*]] = neo.compute {{.*}} sum {{.*}} %[[A]]
// CHECK: neo.compute [n: 1, c: 256, p: 3136] %[[A]][0, c, p], %arg2[0, c, p]
// CHECK-NOT: neo.compute
func.func @blocks(%X: tensor<1x256x3136xf32>, %Y: tensor<1x256x3136xf32>,
                  %Z: tensor<1x256x3136xf32>, %W: tensor<64x256xf32>)
    -> (tensor<1x64x3136xf32>, tensor<1x256x3136xf32>) {
  %sum = neo.compute [n: 1, c: 256, p: 3136] %X[0, c, p], %Y[0, c, p]
      : (tensor<1x256x3136xf32>, tensor<1x256x3136xf32>) -> tensor<1x256x3136xf32> {
  ^bb0(%x: f32, %y: f32):
    %v = arith.addf %x, %y : f32
    neo.yield %v : f32
  }
  %a = neo.compute [n: 1, c: 256, p: 3136] %sum[0, c, p]
      : (tensor<1x256x3136xf32>) -> tensor<1x256x3136xf32> {
  ^bb0(%x: f32):
    %z = arith.constant 0.0 : f32
    %v = arith.maximumf %x, %z : f32
    neo.yield %v : f32
  }
  %conv = neo.compute [n: 1, k: 64, p: 3136] sum [c: 256] %a[0, c, p], %W[k, c]
      : (tensor<1x256x3136xf32>, tensor<64x256xf32>) -> tensor<1x64x3136xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  %next = neo.compute [n: 1, c: 256, p: 3136] %a[0, c, p], %Z[0, c, p]
      : (tensor<1x256x3136xf32>, tensor<1x256x3136xf32>) -> tensor<1x256x3136xf32> {
  ^bb0(%x: f32, %y: f32):
    %v = arith.addf %x, %y : f32
    neo.yield %v : f32
  }
  return %conv, %next : tensor<1x64x3136xf32>, tensor<1x256x3136xf32>
}
