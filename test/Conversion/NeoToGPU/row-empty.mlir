// Rows without elements are no kernel: nothing is launched for them.
// RUN: neo-opt %s --neo-schedule-gpu --verify-diagnostics | FileCheck %s

// CHECK-NOT: neo.kernel
func.func @main(%x: tensor<8x0xf32>) -> tensor<8x0xf32> {
  // expected-remark@+1 {{its statements are kernels of their own: it has no elements}}
  %0 = neo.kernel [i: 8] (%v = %x)
       : (tensor<8x0xf32>) -> tensor<8x0xf32> {
    %m = neo.compute [i: 8] max [j: 0] %v[i, j]
         : (tensor<8x0xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %s = neo.compute [i: 8, j: 0] %v[i, j], %m[i]
         : (tensor<8x0xf32>, tensor<8xf32>) -> tensor<8x0xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.subf %a, %b : f32
      neo.yield %c : f32
    }
    neo.results %s : tensor<8x0xf32>
  }
  return %0 : tensor<8x0xf32>
}
