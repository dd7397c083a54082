// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

// A loop of one step of which a thread has two registers: the thread that makes the
// element has one.

module attributes {neo.optimized} {
  func.func @main(%a: tensor<1x5xf32>, %b: tensor<1xf32>) -> tensor<1xf32> {
    %0 = neo.kernel [i: 1] (%x = %a, %y = %b) : (tensor<1x5xf32>, tensor<1xf32>) -> tensor<1xf32> {
      %1 = neo.compute [i: 1] sum [k: 5] %x[i, k] {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0 axes [<[0] = [<lane 4>]>, <[1] = [<lane 8>]>] reads [<global vector 1 on 0 align 4 edge [0, 1]>] write <global vector 1 on 0 align 4 edge [0]>>} : (tensor<1x5xf32>) -> tensor<1xf32> {
      ^bb0(%p: f32):
        neo.yield %p : f32
      }
      // expected-error @below {{operand 0 is read by other threads than those that make it}}
      %2 = neo.compute [i: 1] %1[i], %y[i] {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1 threads 32 shared 0 axes [<[0] = [<register 2>, <lane 32>]>] reads [<registers vector 1 on 0 align 1>, <global vector 1 on 0 align 1 edge [0]>] write <global vector 1 on 0 align 1 edge [0]>>} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32> {
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        neo.yield %s : f32
      }
      neo.results %2 : tensor<1xf32>
    }
    return %0 : tensor<1xf32>
  }
}
