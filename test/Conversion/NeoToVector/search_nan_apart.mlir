// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// A machine with mask registers tests for NaN separately from the maximum, in two
// vectors at once, and the result is NaN if there was one.

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
