// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// Every second element of every second row moves whole lines, once: the columns
// are lanes, as they would be if all elements were read, and not one line each.

// CHECK: vector [j: 16] tile [] order [i, j]
func.func @f(%x: tensor<4096x64xf32>) -> tensor<2048x32xf32> {
  %0 = neo.compute [i: 2048, j: 32]
         %x[2 * i, 2 * j], %x[2 * i + 1, 2 * j],
         %x[2 * i, 2 * j + 1], %x[2 * i + 1, 2 * j + 1]
     : (tensor<4096x64xf32>, tensor<4096x64xf32>, tensor<4096x64xf32>,
        tensor<4096x64xf32>) -> tensor<2048x32xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.maximumf %a, %b : f32
    %1 = arith.maximumf %c, %d : f32
    %2 = arith.maximumf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %0 : tensor<2048x32xf32>
}
