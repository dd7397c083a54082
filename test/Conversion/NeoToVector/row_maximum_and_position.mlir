// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// The search for the position of a row's maximum ends with the maximum: it is
// not looked for beside it.

func.func @f(%X: tensor<64x256xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
  %r:2 = neo.kernel [i: 64] (%x = %X)
     : (tensor<64x256xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
    %m = neo.compute [i: 64] max [j: 256] %x[i, j]
       : (tensor<64x256xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %p = neo.compute [i: 64] argmax [j: 256] %x[i, j]
       : (tensor<64x256xf32>) -> tensor<64xi64> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    neo.results %m, %p : tensor<64xf32>, tensor<64xi64>
  }
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xi64>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         scf.for
// CHECK-NOT:       arith.maximumf
// CHECK:           arith.cmpf ugt
// CHECK-NOT:       arith.maximumf
// CHECK:         vector.reduction <maximumf>
