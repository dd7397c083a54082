// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-reduce-divisions))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-reduce-divisions))" %s

// A remainder, a quotient of what may be negative, and a power of two.

// CHECK:      %[[M:.*]] = arith.constant 3435973837 : i64
// CHECK:      %[[P:.*]] = arith.muli %{{.*}}, %[[M]] : i64
// CHECK:      %[[S:.*]] = arith.constant 34 : i64
// CHECK:      arith.shrui %[[P]], %[[S]] : i64
// CHECK:      arith.subi %{{.*}}, %c-126_i64{{.*}} : i64
// CHECK:      arith.muli
// CHECK:      arith.shrui
// CHECK:      arith.addi %{{.*}}, %c-18_i64{{.*}} : i64
// CHECK:      arith.shrui %{{.*}}, %c3_i64{{.*}} : i64
// CHECK-NOT:  floordivsi
func.func @f(%x: tensor<62x17xf32>) -> tensor<62x17xi64> {
  %0 = neo.compute [i: 62, j: 17] %x[i, j] : (tensor<62x17xf32>) -> tensor<62x17xi64> {
  ^bb0(%a: f32):
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %i = neo.index 0 : index
    %j = neo.index 1 : index
    %jj = arith.muli %j, %c2 : index
    %sum = arith.addi %i, %jj : index
    %q = arith.floordivsi %sum, %c5 : index
    %p = arith.muli %q, %c5 : index
    %rest = arith.subi %sum, %p : index
    %ii = arith.muli %i, %c2 : index
    %d = arith.subi %j, %ii : index
    %n = arith.floordivsi %d, %c7 : index
    %e = arith.floordivsi %sum, %c8 : index
    %0 = arith.addi %rest, %n : index
    %1 = arith.addi %0, %e : index
    %2 = arith.index_cast %1 : index to i64
    neo.yield %2 : i64
  }
  return %0 : tensor<62x17xi64>
}
