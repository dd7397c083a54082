// Products of f32 are of f32 unless the module, or the pass, allows tf32; sums in f64 are
// never of tf32.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s --check-prefix EXACT
// RUN: neo-opt %s --neo-schedule-gpu=allow-tf32 | FileCheck %s

// EXACT-NOT: allow_tf32
// EXACT-NOT: mma
// CHECK: module attributes {neo.allow_tf32,
// CHECK: func @main
// CHECK: mma 8
// CHECK: func @wide
// CHECK-NOT: mma
func.func @main(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

func.func @wide(%A: tensor<64x64xf32>, %B: tensor<64x64xf32>) -> tensor<64x64xf64> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf64> {
  ^bb0(%a: f32, %b: f32):
    %x = arith.extf %a : f32 to f64
    %y = arith.extf %b : f32 to f64
    %0 = arith.mulf %x, %y : f64
    neo.yield %0 : f64
  }
  return %C : tensor<64x64xf64>
}
