// An operator that has a schedule for a GPU keeps it, and so its loops.
// RUN: neo-opt --neo-schedule-gpu %s | neo-opt --neo-split-groups | FileCheck %s

// CHECK: neo.compute [k: 8, p: 6] sum [c: 3] %{{.*}}[3 * (k floordiv 4) + c, p], %{{.*}}[k, c] {neo.gpu =
// CHECK: return
func.func @scheduled(%x: tensor<6x6xf32>, %w: tensor<8x3xf32>) -> tensor<8x6xf32> {
  %y = neo.compute [k: 8, p: 6] sum [c: 3] %x[3 * (k floordiv 4) + c, p], %w[k, c]
     : (tensor<6x6xf32>, tensor<8x3xf32>) -> tensor<8x6xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x6xf32>
}
