// RUN: neo-opt --neo-avoid-poison %s | FileCheck %s
// A float is converted where its integer exists; elsewhere the nearest integer takes
// its place, and 0 that of NaN.

// CHECK-LABEL: func @single
// CHECK-SAME: %[[x:.*]]: f32
// CHECK-DAG: %[[beyond:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK-DAG: %[[lowest:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK-DAG: %[[large:.*]] = arith.cmpf oge, %[[x]], %[[beyond]]
// CHECK-DAG: %[[small:.*]] = arith.cmpf olt, %[[x]], %[[lowest]]
// CHECK: %[[inside:.*]] = arith.andi
// CHECK: %[[near:.*]] = arith.select %[[inside]], %[[x]], %{{.*}} : f32
// CHECK: %[[whole:.*]] = arith.fptosi %[[near]] : f32 to i32
// CHECK: %[[most:.*]] = arith.constant 2147483647 : i32
// CHECK: %[[upper:.*]] = arith.select %[[large]], %[[most]], %[[whole]]
// CHECK: %[[least:.*]] = arith.constant -2147483648 : i32
// CHECK: arith.select %[[small]], %[[least]], %[[upper]]
func.func @single(%x: f32) -> i32 {
  %i = arith.fptosi %x : f32 to i32
  return %i : i32
}

// The bounds of i64 are no numbers of f16.
// CHECK-LABEL: func @halves
// CHECK: %[[wide:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: arith.cmpf oge, %[[wide]]
// CHECK: arith.fptoui %{{.*}} : vector<8xf32> to vector<8xi64>
func.func @halves(%x: vector<8xf16>) -> vector<8xi64> {
  %i = arith.fptoui %x : vector<8xf16> to vector<8xi64>
  return %i : vector<8xi64>
}

// A clamp into the type leaves NaN only.
// CHECK-LABEL: func @clamped
// CHECK-SAME: %[[x:.*]]: f32
// CHECK: %[[upper:.*]] = arith.minimumf
// CHECK: %[[number:.*]] = arith.cmpf ord, %[[upper]], %[[upper]]
// CHECK: %[[near:.*]] = arith.select %[[number]], %[[upper]], %{{.*}} : f32
// CHECK: %[[whole:.*]] = arith.fptosi %[[near]] : f32 to i8
// CHECK-NEXT: return %[[whole]]
func.func @clamped(%x: f32) -> i8 {
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.5 : f32
  %raised = arith.maximumf %x, %low : f32
  %upper = arith.minimumf %high, %raised : f32
  %i = arith.fptosi %upper : f32 to i8
  return %i : i8
}

// CHECK-LABEL: func @clamped_too_far
// CHECK: arith.cmpf oge
func.func @clamped_too_far(%x: f32) -> i8 {
  %low = arith.constant -128.0 : f32
  %high = arith.constant 128.0 : f32
  %raised = arith.maximumf %x, %low : f32
  %upper = arith.minimumf %raised, %high : f32
  %i = arith.fptosi %upper : f32 to i8
  return %i : i8
}
