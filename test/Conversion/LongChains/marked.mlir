// RUN: neo-opt --neo-find-long-chains %s | FileCheck %s

// A loop that evaluates a function of vectors or divides them is marked; one that
// multiplies is not, nor one that evaluates a function of numbers.

// CHECK-LABEL: func.func @exponentials(
// CHECK:         scf.yield {neo.long_chains} %
// CHECK:         return %
func.func @exponentials(%x: vector<8xf32>, %n: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> vector<8xf32> {
    %e = math.exp %a : vector<8xf32>
    scf.yield %e : vector<8xf32>
  }
  return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @quotient(
// CHECK:         return {neo.long_chains} %
func.func @quotient(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %q = arith.divf %x, %y : vector<8xf32>
  return %q : vector<8xf32>
}

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     neo.long_chains
func.func @others(%x: vector<8xf32>, %s: f32) -> (vector<8xf32>, f32) {
  %p = arith.mulf %x, %x : vector<8xf32>
  %e = math.exp %s : f32
  return %p, %e : vector<8xf32>, f32
}
