// Four neighbours of a thread that are read one by one are four accesses to every
// fourth element, each of 16 sectors: threads have an element each instead, unless
// another operand, and the result, are moved by 128 bits.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: @shifted
// CHECK:         axes[<[0, 1] = [<lane 32>, <warp 8>, <block 32768>]>]
func.func @shifted(%z: tensor<4096x2049xf32>) -> tensor<4096x2048xf32> {
  %y = neo.compute [i: 4096, j: 2048] %z[i, j + 1]
     : (tensor<4096x2049xf32>) -> tensor<4096x2048xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<4096x2048xf32>
}

// CHECK-LABEL: @one_of_two
// CHECK:         axes[<[0, 1] = [<vector 4>, <lane 32>, <warp 8>, <block 8192>]>]
func.func @one_of_two(%x: tensor<4096x2048xf32>, %z: tensor<4096x2049xf32>)
    -> tensor<4096x2048xf32> {
  %y = neo.compute [i: 4096, j: 2048] %x[i, j], %z[i, j + 1]
     : (tensor<4096x2048xf32>, tensor<4096x2049xf32>) -> tensor<4096x2048xf32> {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.mulf %a, %c : f32
    neo.yield %0 : f32
  }
  return %y : tensor<4096x2048xf32>
}
