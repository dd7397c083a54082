// Guards whose bound is a multiple of the vector hold for all of its elements or
// for none: both parts of a concatenation are read by 16 bytes. One element
// further they are read one by one.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: func @concatenate
// CHECK: reads[<global vector 4 on 0 align 16 guard[0]>, <global vector 4 on 0 align 16 guard[0]>]
func.func @concatenate(%x: tensor<4096x512xf32>, %y: tensor<4096x1536xf32>)
    -> tensor<4096x2048xf32> {
  %z = neo.compute [i: 4096, j: 2048] %x[i, j] if (j < 512) else 0.0,
                                      %y[i, j - 512] if (j >= 512) else 0.0
     : (tensor<4096x512xf32>, tensor<4096x1536xf32>) -> tensor<4096x2048xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    neo.yield %c : f32
  }
  return %z : tensor<4096x2048xf32>
}
// CHECK-LABEL: func @between
// CHECK: reads[<global vector 1 on 0 align 4 guard[0]>]
func.func @between(%x: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %z = neo.compute [i: 4096, j: 2048] %x[i, j] if (j < 513) else 0.0
     : (tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %z : tensor<4096x2048xf32>
}
