// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-schedule | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-schedule --neo-to-vector | FileCheck %s --check-prefix=KERNEL

// The loops of a sum alone would be one, i_j. With the bias behind it they are
// two, as the kernel has them, and the schedule that is written can be followed.

// CHECK:         neo.compute [i: 6, j: 40] sum [k: 32] {{.*}} {neo.schedule = "vector [k: 16] tile [j: [[TILE:[0-9]+]]] order [i, j] parallel 2"}

// KERNEL:        func.func private @f_kernel0
// KERNEL-SAME:     neo.schedule = "vector [k: 16] tile [j: [[TILE:[0-9]+]]] order [i, j] parallel 2"
func.func @f(%A: tensor<6x40x32xf32>, %B: tensor<40xf32>) -> tensor<6x40xf32> {
  %0 = neo.kernel [i: 6, j: 40] (%a = %A, %b = %B) : (tensor<6x40x32xf32>, tensor<40xf32>) -> tensor<6x40xf32> {
    %p = neo.compute [i: 6, j: 40] sum [k: 32] %a[i, j, k] : (tensor<6x40x32xf32>) -> tensor<6x40xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 6, j: 40] %p[i, j], %b[j] : (tensor<6x40xf32>, tensor<40xf32>) -> tensor<6x40xf32> {
    ^bb0(%v: f32, %w: f32):
      %e = arith.addf %v, %w : f32
      neo.yield %e : f32
    }
    neo.results %y : tensor<6x40xf32>
  }
  return %0 : tensor<6x40xf32>
}
