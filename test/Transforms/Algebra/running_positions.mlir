// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// Where the best term so far stands is where the last record is. The terms may
// be counted from the end, and left out by other conditions.

func.func @f(%a: tensor<300xf32>, %b: tensor<3x301xi32>)
    -> (tensor<300xi64>, tensor<3x150xi64>) {
  %first = neo.compute [k: 300] argmax [j: 300] %a[j] if (j <= k) else -inf
     : (tensor<300xf32>) -> tensor<300xi64> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %behind = neo.compute [p: 3, k: 150] argmin [j: 301]
      %b[p, j] if (j >= 2 * k - 1, 3 - j mod 5 >= 0) else 2147483647
     : (tensor<3x301xi32>) -> tensor<3x150xi64> {
  ^bb0(%x: i32):
    neo.yield %x : i32
  }
  return %first, %behind : tensor<300xi64>, tensor<3x150xi64>
}

// CHECK:         %[[A:.*]] = neo.compute [i0: 300] %arg0[i0]
// CHECK:         neo.compute [i0: 19, i1: 16] max [r0: 16]
// CHECK-SAME:      where (i1 - r0 >= 0
// CHECK:         %[[BEFORE:.*]] = neo.compute [i0: 300]
// CHECK:         neo.compute [i0: 300] %[[A]][i0], %[[BEFORE]][i0]
// CHECK:           arith.cmpf ugt
// CHECK:         neo.compute [{{.*}}] max [r0: 8]
// CHECK:         neo.compute [k: 300]
// CHECK:         neo.compute [i0: 3, i1: 301] min [] %arg1[i0, i1]
// CHECK:         neo.compute [{{.*}}] min [r0: 16]
// CHECK:           arith.cmpi slt
// CHECK:         neo.compute [{{.*}}] max [r0: 8]
// CHECK:         neo.compute [p: 3, k: 150]
// CHECK-NOT:     arg{{max|min}} [
