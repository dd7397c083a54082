// RUN: env NEO_TARGET=avx512 neo-opt --neo-approximate-math %s | FileCheck %s

// Operations that LLVM does not know on vectors become arithmetic.

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: vector<4xf64>, %[[LOW:[^:]*]]: vector<4xf64>,
// CHECK-SAME:    %[[HIGH:[^:]*]]: vector<4xf64>, %[[N:[^:]*]]: vector<4xi32>
func.func @f(%x: vector<4xf64>, %low: vector<4xf64>, %high: vector<4xf64>,
             %n: vector<4xi32>)
    -> (vector<4xf64>, vector<4xi1>, vector<4xf64>, vector<4xf64>,
        vector<4xi32>) {
  // CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7FF0000000000000>
  // CHECK: %[[UP:.*]] = arith.maximumf %[[X]], %[[LOW]]
  // CHECK: arith.minimumf %[[UP]], %[[HIGH]]
  %0 = math.clampf %x to [%low, %high] : vector<4xf64>
  // CHECK: %[[SIZE:.*]] = math.absf %[[X]]
  // CHECK: arith.cmpf oeq, %[[SIZE]], %[[INF]]
  %1 = math.isinf %x : vector<4xf64>
  // CHECK: arith.mulf %[[X]], %[[X]]
  %two = arith.constant dense<2> : vector<4xi32>
  %2 = math.fpowi %x, %two : vector<4xf64>, vector<4xi32>
  // CHECK: %[[E:.*]] = arith.sitofp %[[N]]
  // CHECK-NOT: math.fpowi
  // CHECK: math.floor %[[E]]
  %3 = math.fpowi %x, %n : vector<4xf64>, vector<4xi32>
  // CHECK: scf.for
  // CHECK: arith.shrui
  %4 = math.ipowi %n, %n : vector<4xi32>
  return %0, %1, %2, %3, %4 : vector<4xf64>, vector<4xi1>, vector<4xf64>,
                              vector<4xf64>, vector<4xi32>
}
