// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector %s | FileCheck %s

// Four maxima take the vectors of a row alternately, and do not depend on one
// another. The instruction tests whether the first operand is NaN: that is the term,
// which is known before the maximum so far is.

func.func @f(%X: tensor<64x272xf32>) -> tensor<64xf32> {
  %y = neo.compute [i: 64] max [j: 272] %X[i, j]
     {neo.schedule = "vector [j: 16] tile [] order [i] parallel 1"}
     : (tensor<64x272xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-DAG:     %[[END:.*]] = arith.constant 256 : index
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 64 : index
// CHECK:         %[[M:.*]]:4 = scf.for {{.*}} to %[[END]] step %[[STEP]]
// CHECK-SAME:      iter_args(%[[A:.*]] = %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK:           %[[X:.*]] = vector.load
// CHECK:           arith.maximumf %[[X]], %[[A]] fastmath<nsz>
// CHECK:         arith.maximumf %[[M]]#1, %[[M]]#0
// CHECK:         arith.maximumf %[[M]]#2
// CHECK:         arith.maximumf %[[M]]#3
// CHECK:         vector.reduction <maximumf>
