// A row that does not fit into the registers of a block is no kernel.
// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics | FileCheck %s

// CHECK-NOT: neo.kernel
func.func @main(%x: tensor<4x100000xf32>) -> tensor<4x100000xf32> {
  // expected-remark@+1 {{its statements are kernels of their own: a row of 100000 elements does not fit into the registers of a block}}
  %p = neo.kernel [i: 4] (%a = %x) : (tensor<4x100000xf32>) -> tensor<4x100000xf32> {
    %s = neo.compute [i: 4] sum [j: 100000] %a[i, j] : (tensor<4x100000xf32>) -> tensor<4xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 4, j: 100000] %a[i, j], %s[i]
       : (tensor<4x100000xf32>, tensor<4xf32>) -> tensor<4x100000xf32> {
    ^bb0(%v: f32, %w: f32):
      %0 = arith.divf %v, %w : f32
      neo.yield %0 : f32
    }
    neo.results %y : tensor<4x100000xf32>
  }
  return %p : tensor<4x100000xf32>
}
