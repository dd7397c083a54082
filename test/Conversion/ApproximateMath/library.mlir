// RUN: env NEO_TARGET=avx2 neo-opt %s --neo-approximate-math | FileCheck %s

// Functions of f64 have forms of their own, but for erfc.

// CHECK-LABEL: @expanded
// CHECK-NOT: math.exp
// CHECK-NOT: math.log1p
// CHECK-NOT: math.atan2
// CHECK-NOT: math.powf
// CHECK: return
func.func @expanded(%x: vector<4xf64>) -> vector<4xf64> {
  %0 = math.exp %x : vector<4xf64>
  %1 = math.log1p %0 : vector<4xf64>
  %2 = math.atan2 %1, %x : vector<4xf64>
  %3 = math.powf %2, %x : vector<4xf64>
  return %3 : vector<4xf64>
}

// CHECK-LABEL: @called
// CHECK: math.erfc
func.func @called(%x: vector<4xf64>) -> vector<4xf64> {
  %0 = math.erfc %x : vector<4xf64>
  return %0 : vector<4xf64>
}

// A square root and a product.
// CHECK-LABEL: @short
// CHECK-NOT: math.powf
// CHECK: math.sqrt
// CHECK: return
func.func @short(%x: vector<4xf64>) -> vector<4xf64> {
  %y = arith.constant dense<1.5> : vector<4xf64>
  %0 = math.powf %x, %y : vector<4xf64>
  return %0 : vector<4xf64>
}

// Powers of f32 are computed in f64.
// CHECK-LABEL: @widened
// CHECK: arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// CHECK-NOT: math.powf
// CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
func.func @widened(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.powf %x, %x : vector<4xf32>
  return %0 : vector<4xf32>
}
