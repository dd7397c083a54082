// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector | FileCheck %s

// Nothing is reduced, so nothing is gained from several rows at once: each row
// is walked to its end.

func.func @f(%x: tensor<64x96xf32>)
    -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %0:2 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64x96xf32>) {
    %y = neo.compute [i: 64, j: 96] %a[i, j]
       : (tensor<64x96xf32>) -> tensor<64x96xf32> {
    ^bb0(%b: f32):
      %1 = arith.addf %b, %b : f32
      neo.yield %1 : f32
    }
    %z = neo.compute [i: 64, j: 96] %a[i, j]
       : (tensor<64x96xf32>) -> tensor<64x96xf32> {
    ^bb0(%b: f32):
      %1 = arith.mulf %b, %b : f32
      neo.yield %1 : f32
    }
    neo.results %y, %z : tensor<64x96xf32>, tensor<64x96xf32>
  }
  return %0#0, %0#1 : tensor<64x96xf32>, tensor<64x96xf32>
}

// CHECK-LABEL: func.func @f(
// CHECK:         neo.launch @f_kernel0(%{{.*}}) range 64 grain
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         scf.for
// CHECK-NEXT:      scf.for
