// Filters of a grouped convolution depend on the channel k, its input on the group
// k floordiv 4 alone: the groups become a loop. The statement that follows element by
// element is split along; what has another shape reads a copy.
// RUN: neo-opt --neo-split-groups %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-split-groups))" %s

// CHECK-LABEL: @groups
// CHECK: %[[Y:.*]] = neo.compute [k0: 2, k1: 4, p: 6] sum [c: 3, r: 2] %{{.*}}[3 * k0 + c, p + r], %{{.*}}[4 * k0 + k1, c, r]
// CHECK: %[[Z:.*]] = neo.compute [k0: 2, k1: 4, p: 6] %[[Y]][k0, k1, p], %{{.*}}[4 * k0 + k1]
// CHECK: %[[R:.*]] = neo.compute [k: 8, p: 6] %[[Z]][k floordiv 4, k mod 4, p]
// CHECK: return %[[R]]
func.func @groups(%x: tensor<6x7xf32>, %w: tensor<8x3x2xf32>, %b: tensor<8xf32>)
    -> tensor<8x6xf32> {
  %y = neo.compute [k: 8, p: 6] sum [c: 3, r: 2]
         %x[3 * (k floordiv 4) + c, p + r], %w[k, c, r]
     : (tensor<6x7xf32>, tensor<8x3x2xf32>) -> tensor<8x6xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  %z = neo.compute [k: 8, p: 6] %y[k, p], %b[k]
     : (tensor<8x6xf32>, tensor<8xf32>) -> tensor<8x6xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.addf %u, %v : f32
    neo.yield %0 : f32
  }
  return %z : tensor<8x6xf32>
}
