// Terms are unrolled so often that not much more than 64 loads are in flight: 4 times
// where a term has one, twice where 4 neighbours have 32.

// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_80 | FileCheck %s

// CHECK-LABEL: func @one
// CHECK: [<vector 4>, <lane 32>, <warp 8>, <register 4>
func.func @one(%x: tensor<16384x3xf32>) -> tensor<f32> {
  %0 = neo.compute [] sum [i: 16384] %x[i, 0] : (tensor<16384x3xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @eight
// CHECK: [<vector 4>, <lane 32>, <warp 8>, <register 2>
func.func @eight(%x: tensor<16384x8xf32>) -> tensor<f32> {
  %0 = neo.compute [] sum [i: 16384]
      %x[i, 0], %x[i, 1], %x[i, 2], %x[i, 3], %x[i, 4], %x[i, 5], %x[i, 6], %x[i, 7]
      : (tensor<16384x8xf32>, tensor<16384x8xf32>, tensor<16384x8xf32>,
         tensor<16384x8xf32>, tensor<16384x8xf32>, tensor<16384x8xf32>,
         tensor<16384x8xf32>, tensor<16384x8xf32>) -> tensor<f32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %f: f32, %g: f32, %h: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.mulf %c, %d : f32
    %3 = arith.mulf %e, %f : f32
    %4 = arith.mulf %g, %h : f32
    %5 = arith.addf %1, %2 : f32
    %6 = arith.addf %3, %4 : f32
    %7 = arith.mulf %5, %6 : f32
    neo.yield %7 : f32
  }
  return %0 : tensor<f32>
}
