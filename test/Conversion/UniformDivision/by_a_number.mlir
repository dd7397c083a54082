// RUN: neo-opt --neo-divide-by-uniform %s | FileCheck %s

// A vector is multiplied by the reciprocal of the one number that divides it, and
// Newton's step makes the quotient that of the division.

module attributes {neo.target = "neon"} {
  // CHECK-LABEL: func.func @row(
  // CHECK-SAME:    %[[X:.*]]: vector<4xf32>, %[[S:.*]]: f32)
  // CHECK:         %[[R:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
  // CHECK-NOT:     arith.divf {{.*}} : vector
  // CHECK:         math.fma
  // CHECK:         math.fma
  // CHECK-NOT:     arith.divf {{.*}} : vector
  func.func @row(%x: vector<4xf32>, %s: f32) -> vector<4xf32> {
    %d = vector.broadcast %s : f32 to vector<4xf32>
    %y = arith.divf %x, %d : vector<4xf32>
    return %y : vector<4xf32>
  }
}
