// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule --split-input-file %s | FileCheck %s

// Sums over the rows of several tensors: one row at a time beside results that are
// streamed to memory, else two, so that there are few streams; of one tensor four.

func.func @written(%x: tensor<4096x768xf32>, %g: tensor<4096x768xf32>)
    -> (tensor<768xf32>, tensor<4096x768xf32>) {
  // CHECK: neo.kernel [i: 4096] {{.*}} {neo.schedule = "rows 1 vectors 4
  %0:2 = neo.kernel [i: 4096] (%a = %x, %b = %g)
       : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> (tensor<768xf32>, tensor<4096x768xf32>) {
    %s = neo.compute [j: 768] sum [i: 4096] %a[i, j]
       : (tensor<4096x768xf32>) -> tensor<768xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %t = neo.compute [i: 4096, j: 768] %a[i, j], %b[i, j]
       : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> tensor<4096x768xf32> {
    ^bb0(%v: f32, %w: f32):
      %p = arith.mulf %v, %w : f32
      neo.yield %p : f32
    }
    neo.results %s, %t : tensor<768xf32>, tensor<4096x768xf32>
  }
  return %0#0, %0#1 : tensor<768xf32>, tensor<4096x768xf32>
}

// -----

func.func @memory(%x: tensor<4096x768xf32>, %g: tensor<4096x768xf32>)
    -> (tensor<768xf32>, tensor<768xf32>) {
  // CHECK: neo.kernel [i: 4096] {{.*}} {neo.schedule = "rows 2 vectors 2
  %0:2 = neo.kernel [i: 4096] (%a = %x, %b = %g)
       : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> (tensor<768xf32>, tensor<768xf32>) {
    %s = neo.compute [j: 768] sum [i: 4096] %a[i, j]
       : (tensor<4096x768xf32>) -> tensor<768xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %t = neo.compute [j: 768] sum [i: 4096] %a[i, j], %b[i, j]
       : (tensor<4096x768xf32>, tensor<4096x768xf32>) -> tensor<768xf32> {
    ^bb0(%v: f32, %w: f32):
      %p = arith.mulf %v, %w : f32
      neo.yield %p : f32
    }
    neo.results %s, %t : tensor<768xf32>, tensor<768xf32>
  }
  return %0#0, %0#1 : tensor<768xf32>, tensor<768xf32>
}

// -----

func.func @caches(%x: tensor<256x768xf32>, %z: tensor<256x768xf32>)
    -> (tensor<768xf32>, tensor<256x768xf32>) {
  // CHECK: neo.kernel [i: 256] {{.*}} {neo.schedule = "rows 2 vectors 4
  %0:2 = neo.kernel [i: 256] (%a = %x, %b = %z)
       : (tensor<256x768xf32>, tensor<256x768xf32>) -> (tensor<768xf32>, tensor<256x768xf32>) {
    %s = neo.compute [j: 768] sum [i: 256] %a[i, j]
       : (tensor<256x768xf32>) -> tensor<768xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 256, j: 768] %b[i, j]
       : (tensor<256x768xf32>) -> tensor<256x768xf32> {
    ^bb0(%v: f32):
      %n = arith.negf %v : f32
      neo.yield %n : f32
    }
    neo.results %s, %y : tensor<768xf32>, tensor<256x768xf32>
  }
  return %0#0, %0#1 : tensor<768xf32>, tensor<256x768xf32>
}

// -----

func.func @alone(%x: tensor<4096x768xf32>) -> (tensor<768xf32>, tensor<4096x768xf32>) {
  // CHECK: neo.kernel [i: 4096] {{.*}} {neo.schedule = "rows 4 vectors 2
  %0:2 = neo.kernel [i: 4096] (%a = %x)
       : (tensor<4096x768xf32>) -> (tensor<768xf32>, tensor<4096x768xf32>) {
    %s = neo.compute [j: 768] sum [i: 4096] %a[i, j]
       : (tensor<4096x768xf32>) -> tensor<768xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %t = neo.compute [i: 4096, j: 768] %a[i, j]
       : (tensor<4096x768xf32>) -> tensor<4096x768xf32> {
    ^bb0(%v: f32):
      %p = arith.mulf %v, %v : f32
      neo.yield %p : f32
    }
    neo.results %s, %t : tensor<768xf32>, tensor<4096x768xf32>
  }
  return %0#0, %0#1 : tensor<768xf32>, tensor<4096x768xf32>
}
