// RUN: env NEO_TARGET=neon neo-opt --neo-schedule %s | FileCheck %s

// Rows share a step only as far as their code stays within the budget of a tile: each
// lane divides for itself where lanes are divided by another number than theirs.

func.func @divides(%x: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK-LABEL: @divides
  // CHECK: neo.kernel [i: 64] {{.*}} {neo.schedule = "rows 2 vectors 2 stages 1
  %0:2 = neo.kernel [i: 64] (%a = %x) : (tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %m = neo.compute [i: 64] max [j: 64] %a[i, j] if ((i + (i + 3 * j) floordiv 5) mod 7 == 0, (j + (2 * j + i) floordiv 7) mod 3 > 0) else 1.0
       : (tensor<64x64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %s = neo.compute [i: 64] sum [j: 64] %a[i, j], %m[i]
       : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %m, %s : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// CHECK-LABEL: @plain
// CHECK: neo.kernel [i: 64] {{.*}} {neo.schedule = "rows 4 vectors 2 stages 1
func.func @plain(%x: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0:2 = neo.kernel [i: 64] (%a = %x) : (tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %m = neo.compute [i: 64] max [j: 64] %a[i, j] : (tensor<64x64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %s = neo.compute [i: 64] sum [j: 64] %a[i, j], %m[i]
       : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %m, %s : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}
