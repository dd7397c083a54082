// What a schedule says of accesses ahead is followed: copies of a next step are begun
// among the products of this one, and operands of an epilogue are read before its first
// store, or each where it is needed.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu \
// RUN:   | FileCheck %s --check-prefix AHEAD
// RUN: neo-opt %s --neo-schedule-gpu \
// RUN:   | sed 's/operands 8/operands 1/g; s/copies 4 fragments/copies 1 fragments/' \
// RUN:   | neo-opt --convert-neo-to-gpu | FileCheck %s --check-prefix NEEDED

// AHEAD: scf.for
// AHEAD: math.fma
// AHEAD: nvgpu.device_async_copy
// AHEAD-COUNT-2: scf.yield
// AHEAD-COUNT-2: vector.load
// AHEAD-COUNT-2: vector.store
// NEEDED: scf.for
// NEEDED-COUNT-2: nvgpu.device_async_copy
// NEEDED: math.fma
// NEEDED-NOT: nvgpu.device_async_copy
// NEEDED-COUNT-2: scf.yield
// NEEDED: vector.load
// NEEDED-NOT: vector.load
// NEEDED: vector.store
// NEEDED: vector.load
// NEEDED: vector.store
func.func @main(%A: tensor<256x256xf32>, %B: tensor<256x256xf32>, %C: tensor<256x256xf32>)
    -> tensor<256x256xf32> {
  %r = neo.kernel [i: 256, j: 256] (%x = %A, %w = %B, %z = %C)
     : (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>)
    -> (tensor<256x256xf32>) {
    %p = neo.compute [i: 256, j: 256] sum [k: 256] %x[i, k], %w[k, j]
       : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> {
    ^bb0(%u: f32, %v: f32):
      %0 = arith.mulf %u, %v : f32
      neo.yield %0 : f32
    }
    %s = neo.compute [i: 256, j: 256] %p[i, j], %z[i, j]
       : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32> {
    ^bb0(%u: f32, %v: f32):
      %0 = arith.addf %u, %v : f32
      neo.yield %0 : f32
    }
    neo.results %s : tensor<256x256xf32>
  }
  return %r : tensor<256x256xf32>
}
