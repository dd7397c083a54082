// RUN: env NEO_TARGET=avx512 neo-opt --neo-tabulate-functions --canonicalize %s | FileCheck %s

// GELU and its gradient with the product distributed over 1 + erf x.

// CHECK-LABEL: func.func @value(
// CHECK-NOT:     math.erf
// CHECK-COUNT-6: permvar
// CHECK:         return
func.func @value(%x: vector<16xf32>) -> vector<16xf32> {
  %half = arith.constant dense<0.5> : vector<16xf32>
  %root = arith.constant dense<0.707106769> : vector<16xf32>
  %1 = arith.mulf %x, %root : vector<16xf32>
  %2 = math.erf %1 : vector<16xf32>
  %3 = arith.mulf %x, %2 : vector<16xf32>
  %4 = arith.addf %x, %3 : vector<16xf32>
  %5 = arith.mulf %4, %half : vector<16xf32>
  return %5 : vector<16xf32>
}

// A multiple of the factor d is a term, too.
// CHECK-LABEL: func.func @gradient(
// CHECK-SAME:      vector<16xf32>, %[[D:.*]]: vector<16xf32>
// CHECK-NOT:     math.erf
// CHECK-COUNT-6: permvar
// CHECK:         arith.mulf %[[D]]
func.func @gradient(%x: vector<16xf32>, %d: vector<16xf32>) -> vector<16xf32> {
  %half = arith.constant dense<0.5> : vector<16xf32>
  %root = arith.constant dense<0.707106769> : vector<16xf32>
  %1 = arith.mulf %x, %root : vector<16xf32>
  %2 = math.erf %1 : vector<16xf32>
  %3 = arith.mulf %d, %half : vector<16xf32>
  %4 = arith.mulf %3, %2 : vector<16xf32>
  %5 = arith.addf %3, %4 : vector<16xf32>
  return %5 : vector<16xf32>
}
