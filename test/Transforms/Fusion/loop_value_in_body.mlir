// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// The producer's loop value becomes the index that the consumer reads at.

func.func @f(%x: tensor<6xi64>) -> tensor<3x2xi64> {
  %0 = neo.compute [i: 6] %x[i] : (tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%a: i64):
    %i = neo.index 0 : index
    %l = arith.index_cast %i : index to i64
    %s = arith.addi %a, %l : i64
    neo.yield %s : i64
  }
  %1 = neo.compute [p: 3, q: 2] %0[5 - 2 * p - q]
     : (tensor<6xi64>) -> tensor<3x2xi64> {
  ^bb0(%a: i64):
    %m = arith.muli %a, %a : i64
    neo.yield %m : i64
  }
  return %1 : tensor<3x2xi64>
}

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    neo.compute [p: 3, q: 2] %{{.*}}[5 - 2 * p - q]
// CHECK-DAG:       neo.index 0
// CHECK-DAG:       neo.index 1
// CHECK:           arith.muli
// CHECK-NOT:     neo.compute
