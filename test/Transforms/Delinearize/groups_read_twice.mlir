// A sum that follows element by element and one that reads all channels read the same
// copy, so that neo-group finds loops alike: no statement is split along.
// RUN: neo-opt --neo-split-groups %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-split-groups))" %s

// CHECK: %[[Y:.*]] = neo.compute [k0: 2, k1: 4, p: 6] sum [c: 3]
// CHECK: %[[R:.*]] = neo.compute [k: 8, p: 6] %[[Y]][k floordiv 4, k mod 4, p]
// CHECK: %[[M:.*]] = neo.compute [p: 6] max [k: 8] %[[R]][k, p]
// CHECK: neo.compute [k: 8, p: 6] %[[R]][k, p], %[[M]][p]
func.func @twice(%x: tensor<6x6xf32>, %w: tensor<8x3xf32>) -> tensor<8x6xf32> {
  %y = neo.compute [k: 8, p: 6] sum [c: 3] %x[3 * (k floordiv 4) + c, p], %w[k, c]
     : (tensor<6x6xf32>, tensor<8x3xf32>) -> tensor<8x6xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  %m = neo.compute [p: 6] max [k: 8] %y[k, p] : (tensor<8x6xf32>) -> tensor<6xf32> {
  ^bb0(%u: f32):
    neo.yield %u : f32
  }
  %z = neo.compute [k: 8, p: 6] %y[k, p], %m[p]
     : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.subf %u, %v : f32
    neo.yield %0 : f32
  }
  return %z : tensor<8x6xf32>
}
