// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Nothing follows the last step: the lanes are reduced as numbers.

module attributes {neo.target = "avx512"} {
  func.func @least(%X: tensor<64x256xf32>) -> tensor<64xf32> {
    %y = neo.compute [i: 64] min [j: 256] %X[i, j]
       {neo.schedule = "vector [j: 16] tile [] order [i] parallel 1"}
       : (tensor<64x256xf32>) -> tensor<64xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %y : tensor<64xf32>
  }
}

// CHECK-LABEL: func.func private @least_kernel0(
// CHECK:         %[[NUMBERS:.*]] = arith.andi %{{.*}}#4, %{{.*}}#5
// CHECK:         %[[LEAST:.*]] = vector.reduction <minimumf>, %{{.*}} fastmath<reassoc,nnan,nsz>
// CHECK:         %[[ALL:.*]] = vector.reduction <and>, %[[NUMBERS]]
// CHECK:         %[[NONE:.*]] = arith.select %[[ALL]], %{{.*}}, %{{.*}} : f32
// CHECK:         arith.addf %[[LEAST]], %[[NONE]]
