// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-fuse),canonicalize)' | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Each reader of the joined tensors reads the part of one of them, so that it
// evaluates a tanh of that one alone. It costs no masks, and reads no more than
// the tensor between would have been.

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<2048x96xf32>, %[[B:[^:]*]]: tensor<2048x96xf32>
// CHECK-NEXT:    neo.compute [i: 2048, j: 96] %[[A]][i, j] :
// CHECK:         neo.compute [i: 2048, j: 96] %[[B]][i, j] :
// CHECK:         neo.compute [i: 2048, j: 96] %{{.*}}[i, j] :
module attributes {neo.machine = {cache = 1.0e9}} {
  func.func @f(%a: tensor<2048x96xf32>, %b: tensor<2048x96xf32>,
               %c: tensor<2048x96xf32>, %d: tensor<2048x96xf32>)
      -> (tensor<2048x96xf32>, tensor<2048x96xf32>, tensor<2048x96xf32>) {
    %0 = neo.compute [i: 2048, j: 384]
        %a[i, j] if (j < 96) else -0.0, %b[i, j - 96] if (j >= 96, j < 192) else -0.0,
        %c[i, j - 192] if (j >= 192, j < 288) else -0.0, %d[i, j - 288] if (j >= 288) else -0.0
       : (tensor<2048x96xf32>, tensor<2048x96xf32>, tensor<2048x96xf32>, tensor<2048x96xf32>)
         -> tensor<2048x384xf32> {
    ^bb0(%w: f32, %x: f32, %y: f32, %z: f32):
      %1 = arith.addf %w, %x : f32
      %2 = arith.addf %1, %y : f32
      %3 = arith.addf %2, %z : f32
      %4 = math.tanh %3 : f32
      neo.yield %4 : f32
    }
    %s = neo.compute [i: 2048, j: 96] %0[i, j] : (tensor<2048x384xf32>) -> tensor<2048x96xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    %t = neo.compute [i: 2048, j: 96] %0[i, j + 96] : (tensor<2048x384xf32>) -> tensor<2048x96xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    %u = neo.compute [i: 2048, j: 96] %0[i, j + 192] : (tensor<2048x384xf32>) -> tensor<2048x96xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %s, %t, %u : tensor<2048x96xf32>, tensor<2048x96xf32>, tensor<2048x96xf32>
  }
}
