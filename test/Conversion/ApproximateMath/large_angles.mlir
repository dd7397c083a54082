// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-approximate-math | FileCheck %s

// Angles that are too large for the reduction are rare. Their lanes are computed
// by the C library, in a loop behind a branch.

// CHECK-LABEL: @vector
// CHECK-SAME: %[[X:.*]]: vector<8xf32>
// CHECK: %[[LARGE:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]]
// CHECK: scf.if %[[ANY]]
// CHECK:   scf.for
// CHECK:     %[[LANE:.*]] = vector.extract %[[X]][%{{.*}}]
// CHECK:     math.sin %[[LANE]] {library_call} : f32
// CHECK:   arith.select %[[LARGE]]
func.func @vector(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.sin %x : vector<8xf32>
  return %y : vector<8xf32>
}

// No number of f16 is too large.
// CHECK-LABEL: @half
// CHECK-NOT: math.cos
// CHECK-NOT: scf.if
// CHECK: return
func.func @half(%x: vector<8xf16>) -> vector<8xf16> {
  %y = math.cos %x : vector<8xf16>
  return %y : vector<8xf16>
}

// So are remainders of quotients with more digits than the type has.
// CHECK-LABEL: @remainder
// CHECK-SAME: %[[X:.*]]: vector<8xf32>, %[[Y:.*]]: vector<8xf32>
// CHECK: math.floor
// CHECK: scf.if
// CHECK:   arith.remf %{{.*}}, %{{.*}} {library_call} : f32
func.func @remainder(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %0 = arith.remf %x, %y : vector<8xf32>
  return %0 : vector<8xf32>
}
