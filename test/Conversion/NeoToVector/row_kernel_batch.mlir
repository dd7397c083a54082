// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s 2>&1 | FileCheck %s

// A module over a batch of any size: the rows that statements would share are
// counted at run time.

// CHECK: remark: its statements run one after another: the number of items is
// CHECK: @main_kernel0
// CHECK: @main_kernel1
module attributes {neo.batch = 5 : i64} {
  func.func @main(%x: tensor<5x64xf32>) -> tensor<5x64xf32> {
    %y = neo.kernel [i: 5] (%rows = %x)
        : (tensor<5x64xf32>) -> tensor<5x64xf32> {
      %s = neo.compute [i: 5] sum [j: 64] %rows[i, j]
          : (tensor<5x64xf32>) -> tensor<5xf32> {
      ^bb0(%a: f32):
        neo.yield %a : f32
      }
      %d = neo.compute [i: 5, j: 64] %rows[i, j], %s[i]
          : (tensor<5x64xf32>, tensor<5xf32>) -> tensor<5x64xf32> {
      ^bb0(%a: f32, %b: f32):
        %q = arith.divf %a, %b : f32
        neo.yield %q : f32
      }
      neo.results %d : tensor<5x64xf32>
    }
    return %y : tensor<5x64xf32>
  }
}
