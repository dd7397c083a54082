// RUN: neo-opt --neo-to-vector --split-input-file %s | FileCheck %s

// Eight extrema would need more masks than there are registers for, and another
// machine has none.

module attributes {neo.target = "avx512"} {
  func.func @many(%X: tensor<64x256xf32>) -> tensor<64xf32> {
    %y = neo.compute [i: 64] max [j: 256] %X[i, j]
       {neo.schedule = "vector [j: 16] tile [i: 8] order [i] parallel 1"}
       : (tensor<64x256xf32>) -> tensor<64xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %y : tensor<64xf32>
  }
}

// CHECK-LABEL: func.func private @many_kernel0(
// CHECK-NOT:     arith.cmpf
// CHECK-COUNT-8: arith.maximumf

// -----

module attributes {neo.target = "avx2"} {
  func.func @narrow(%X: tensor<64x256xf32>) -> tensor<64xf32> {
    %y = neo.compute [i: 64] max [j: 256] %X[i, j]
       {neo.schedule = "vector [j: 8] tile [] order [i] parallel 1"}
       : (tensor<64x256xf32>) -> tensor<64xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %y : tensor<64xf32>
  }
}

// CHECK-LABEL: func.func private @narrow_kernel0(
// CHECK-NOT:     arith.cmpf
// CHECK-COUNT-4: arith.maximumf
