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
