// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// The maxima of a row's ten vectors are combined in another order than they are
// computed in; each mask is tested by one comparison after the other.

module attributes {neo.target = "avx512"} {
  func.func @ten(%X: tensor<8x320xf32>) -> tensor<8x320xf32> {
    %0 = neo.kernel [i: 8] (%x = %X) {neo.schedule = "rows 1 vectors 10 stages 1"}
         : (tensor<8x320xf32>) -> tensor<8x320xf32> {
      %m = neo.compute [i: 8] max [j: 320] %x[i, j]
         : (tensor<8x320xf32>) -> tensor<8xf32> {
      ^bb0(%a: f32):
        neo.yield %a : f32
      }
      %y = neo.compute [i: 8, j: 320] %x[i, j], %m[i]
         : (tensor<8x320xf32>, tensor<8xf32>) -> tensor<8x320xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.subf %a, %b : f32
        neo.yield %c : f32
      }
      neo.results %y : tensor<8x320xf32>
    }
    return %0 : tensor<8x320xf32>
  }
}

// CHECK-LABEL: func.func private @ten_kernel0(
// CHECK:         scf.for
// CHECK-COUNT-5:   arith.cmpf ord
// CHECK-NOT:       arith.cmpf ord
// CHECK:         scf.yield
