// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s

// The sweeps of a kernel have the code of one tile together: each sum of five functions
// is within the budget for four rows of two vectors, and five of them are not.

func.func @sums(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  // CHECK: neo.kernel [i: 64] {{.*}} {neo.schedule = "rows 2 vectors 2 stages 1
  %0 = neo.kernel [i: 64] (%a = %x) : (tensor<64x64xf32>) -> tensor<64xf32> {
    %s0 = neo.compute [i: 64] sum [j: 64] %a[i, j] : (tensor<64x64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      %t0 = math.tanh %v : f32
      %t1 = math.tanh %t0 : f32
      %t2 = math.tanh %t1 : f32
      %t3 = math.tanh %t2 : f32
      %t4 = math.tanh %t3 : f32
      neo.yield %t4 : f32
    }
    %s1 = neo.compute [i: 64] sum [j: 64] %a[i, j], %s0[i] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      %t0 = math.tanh %d : f32
      %t1 = math.tanh %t0 : f32
      %t2 = math.tanh %t1 : f32
      %t3 = math.tanh %t2 : f32
      %t4 = math.tanh %t3 : f32
      neo.yield %t4 : f32
    }
    %s2 = neo.compute [i: 64] sum [j: 64] %a[i, j], %s1[i] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      %t0 = math.tanh %d : f32
      %t1 = math.tanh %t0 : f32
      %t2 = math.tanh %t1 : f32
      %t3 = math.tanh %t2 : f32
      %t4 = math.tanh %t3 : f32
      neo.yield %t4 : f32
    }
    %s3 = neo.compute [i: 64] sum [j: 64] %a[i, j], %s2[i] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      %t0 = math.tanh %d : f32
      %t1 = math.tanh %t0 : f32
      %t2 = math.tanh %t1 : f32
      %t3 = math.tanh %t2 : f32
      %t4 = math.tanh %t3 : f32
      neo.yield %t4 : f32
    }
    %s4 = neo.compute [i: 64] sum [j: 64] %a[i, j], %s3[i] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      %t0 = math.tanh %d : f32
      %t1 = math.tanh %t0 : f32
      %t2 = math.tanh %t1 : f32
      %t3 = math.tanh %t2 : f32
      %t4 = math.tanh %t3 : f32
      neo.yield %t4 : f32
    }
    neo.results %s4 : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
