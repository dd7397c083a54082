// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule --neo-to-vector %s | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt --neo-schedule %s | FileCheck %s --check-prefix=STAGES

// The last sweep of a row kernel, which stores the result, is peeled for each row; the
// first, which sums it, is not. Pipeline stages, which begin at one place, are given up
// for that.

// STAGES:      stages 1

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} iter_args
// CHECK-NOT:       create_mask
// CHECK:           vector.reduction
// CHECK:           vector.create_mask
// CHECK:           scf.for
// CHECK:             vector.store {{.*}}nontemporal = true

func.func @f(%x: tensor<4096x1001xf32>) -> tensor<4096x1001xf32> {
  %0 = neo.kernel [i: 4096] (%a = %x) : (tensor<4096x1001xf32>) -> tensor<4096x1001xf32> {
    %s = neo.compute [i: 4096] sum [j: 1001] %a[i, j]
       : (tensor<4096x1001xf32>) -> tensor<4096xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    %y = neo.compute [i: 4096, j: 1001] %a[i, j], %s[i]
       : (tensor<4096x1001xf32>, tensor<4096xf32>) -> tensor<4096x1001xf32> {
    ^bb0(%p: f32, %q: f32):
      %d = arith.mulf %p, %q : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<4096x1001xf32>
  }
  return %0 : tensor<4096x1001xf32>
}
