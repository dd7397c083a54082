// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule --split-input-file %s | FileCheck %s

// Two rows of 28 KB are pipelined at a time if they come from memory, one if they
// come from the last-level cache.

func.func @memory(%x: tensor<4096x1792xf32>) -> tensor<4096x1792xf32> {
  // CHECK: neo.kernel [i: 4096] {{.*}} {neo.schedule = "rows 2 vectors 2 stages 2
  %0 = neo.kernel [i: 4096] (%a = %x)
       : (tensor<4096x1792xf32>) -> tensor<4096x1792xf32> {
    %s = neo.compute [i: 4096] sum [j: 1792] %a[i, j]
       : (tensor<4096x1792xf32>) -> tensor<4096xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 4096, j: 1792] %a[i, j], %s[i]
       : (tensor<4096x1792xf32>, tensor<4096xf32>) -> tensor<4096x1792xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<4096x1792xf32>
  }
  return %0 : tensor<4096x1792xf32>
}

// -----

func.func @cache(%x: tensor<512x1792xf32>) -> tensor<512x1792xf32> {
  // CHECK: neo.kernel [i: 512] {{.*}} {neo.schedule = "rows 1 vectors 2 stages 2
  %0 = neo.kernel [i: 512] (%a = %x)
       : (tensor<512x1792xf32>) -> tensor<512x1792xf32> {
    %s = neo.compute [i: 512] sum [j: 1792] %a[i, j]
       : (tensor<512x1792xf32>) -> tensor<512xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 512, j: 1792] %a[i, j], %s[i]
       : (tensor<512x1792xf32>, tensor<512xf32>) -> tensor<512x1792xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<512x1792xf32>
  }
  return %0 : tensor<512x1792xf32>
}

// -----

// Rows of 32 KB that the last-level cache holds are not asked for.

func.func @long(%x: tensor<128x8192xf32>) -> tensor<128x8192xf32> {
  // CHECK: neo.kernel [i: 128] {{.*}} {neo.schedule = "rows 1 vectors 4 stages 1 prefetch none"}
  %0 = neo.kernel [i: 128] (%a = %x)
       : (tensor<128x8192xf32>) -> tensor<128x8192xf32> {
    %s = neo.compute [i: 128] sum [j: 8192] %a[i, j]
       : (tensor<128x8192xf32>) -> tensor<128xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 128, j: 8192] %a[i, j], %s[i]
       : (tensor<128x8192xf32>, tensor<128xf32>) -> tensor<128x8192xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.subf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<128x8192xf32>
  }
  return %0 : tensor<128x8192xf32>
}
