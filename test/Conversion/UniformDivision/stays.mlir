// RUN: neo-opt --neo-divide-by-uniform %s | FileCheck %s

// Lanes with divisors of their own are divided, and f64, of which a reciprocal
// has no error that one step mends; all with AVX2, which divides as fast.

module attributes {neo.target = "avx2"} {
  // CHECK-LABEL: func.func @own(
  // CHECK:         arith.divf %{{.*}}, %{{.*}} : vector<8xf32>
  func.func @own(%x: vector<8xf32>, %d: vector<8xf32>) -> vector<8xf32> {
    %y = arith.divf %x, %d : vector<8xf32>
    return %y : vector<8xf32>
  }
  // CHECK-LABEL: func.func @row(
  // CHECK:         arith.divf %{{.*}}, %{{.*}} : vector<8xf32>
  func.func @row(%x: vector<8xf32>, %s: f32) -> vector<8xf32> {
    %d = vector.broadcast %s : f32 to vector<8xf32>
    %y = arith.divf %x, %d : vector<8xf32>
    return %y : vector<8xf32>
  }
}

module attributes {neo.target = "neon"} {
  // CHECK-LABEL: func.func @own_lanes(
  // CHECK:         arith.divf %{{.*}}, %{{.*}} : vector<4xf32>
  func.func @own_lanes(%x: vector<4xf32>, %d: vector<4xf32>) -> vector<4xf32> {
    %y = arith.divf %x, %d : vector<4xf32>
    return %y : vector<4xf32>
  }
  // CHECK-LABEL: func.func @double(
  // CHECK:         arith.divf %{{.*}}, %{{.*}} : vector<4xf64>
  func.func @double(%x: vector<4xf64>, %s: f64) -> vector<4xf64> {
    %d = vector.broadcast %s : f64 to vector<4xf64>
    %y = arith.divf %x, %d : vector<4xf64>
    return %y : vector<4xf64>
  }
}
