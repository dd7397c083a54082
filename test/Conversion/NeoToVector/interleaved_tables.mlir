// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// The tables of an error function leave registers for two interleaved vectors.

module attributes {neo.target = "avx512"} {
func.func @both(%x: tensor<64x128xf32>)
    -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %0:2 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
    %e = neo.compute [i: 64, j: 128] %a[i, j]
       : (tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%b: f32):
      %1 = math.erf %b : f32
      neo.yield %1 : f32
    }
    %z = neo.compute [i: 64, j: 128] %a[i, j], %e[i, j]
       : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32> {
    ^bb0(%b: f32, %c: f32):
      %1 = arith.mulf %b, %c : f32
      neo.yield %1 : f32
    }
    neo.results %e, %z : tensor<64x128xf32>, tensor<64x128xf32>
  }
  return %0#0, %0#1 : tensor<64x128xf32>, tensor<64x128xf32>
}
}

// CHECK-LABEL: func.func private @both_kernel0(
// CHECK:         scf.for %{{.*}} to %c128 step %c32
// CHECK-COUNT-4: vector.store
// CHECK-NOT:     vector.store
