// RUN: neo-opt --neo-to-vector --split-input-file %s | FileCheck %s

// A machine that compares into masks looks for NaN apart from the maximum, in
// two vectors at once, and makes NaN of the lanes' maximum if there was one.

module attributes {neo.target = "avx512"} {
  func.func @rows(%X: tensor<64x272xf32>) -> tensor<64xf32> {
    %y = neo.compute [i: 64] max [j: 272] %X[i, j]
       {neo.schedule = "vector [j: 16] tile [] order [i] parallel 1"}
       : (tensor<64x272xf32>) -> tensor<64xf32> {
    ^bb0(%x: f32):
      neo.yield %x : f32
    }
    return %y : tensor<64xf32>
  }
}

// CHECK-LABEL: func.func private @rows_kernel0(
// CHECK-DAG:     %[[LOWEST:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-DAG:     %[[ALL:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK-DAG:     %[[NAN:.*]] = arith.constant dense<0x7FC00000> : vector<16xf32>
// CHECK:         %[[M:.*]]:6 = scf.for
// CHECK-SAME:      %[[BEST:[^ ]*]] = %[[LOWEST]],
// CHECK-SAME:      = %[[ALL]], %{{.*}} = %[[ALL]]) ->
// CHECK:           %[[X0:.*]] = vector.load
// CHECK:           %[[WINS:.*]] = arith.cmpf ogt, %[[X0]], %[[BEST]]
// CHECK:           arith.select %[[WINS]], %[[X0]], %[[BEST]]
// CHECK:           %[[X1:.*]] = vector.load
// CHECK:           %[[ORD:.*]] = arith.cmpf ord, %[[X0]], %[[X1]]
// CHECK:           arith.andi %{{.*}}, %[[ORD]]
// CHECK-COUNT-1:   arith.cmpf ord
// CHECK-NOT:       arith.cmpf ord
// CHECK:           scf.yield
// CHECK:         %[[NUMBERS:.*]] = arith.andi %[[M]]#4, %[[M]]#5
// What is left of the row joins what may be NaN.
// CHECK:         %[[FOUR:.*]] = arith.select %[[NUMBERS]], %{{.*}}, %[[NAN]] : vector<16xi1>
// CHECK:         scf.for {{.*}} = %[[FOUR]], %{{.*}} = %[[ALL]])
// CHECK:         vector.reduction <maximumf>, %{{.*}} fastmath<reassoc,nsz>

// -----

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

// -----

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

// -----

// The maxima of a row's ten vectors are put together in another order than they
// are found in; each mask is asked by one comparison after the other.

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
