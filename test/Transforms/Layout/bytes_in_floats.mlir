// RUN: neo-opt %s --neo-narrow | FileCheck %s
// RUN: neo-run %s --entry=fits --check-pipeline="builtin.module(func.func(neo-narrow))"
// RUN: neo-run %s --entry=unsigned --check-pipeline="builtin.module(func.func(neo-narrow))"

// On AArch64 no words are multiplied. 1024 products of signed bytes are at most 2^24,
// which f32 holds; one more might not be.

module attributes {neo.target = "neon"} {
// CHECK-LABEL: func.func @fits
// CHECK:       %[[T:.*]] = neo.compute [i: 4, j: 4] sum [k: 1024]
// CHECK-SAME:    -> tensor<4x4xf32>
// CHECK:       arith.sitofp %{{.*}} : i8 to f32
// CHECK:       arith.mulf
// CHECK:       neo.compute [i0: 4, i1: 4] %[[T]][i0, i1]
// CHECK:       arith.fptosi %{{.*}} : f32 to i32
func.func @fits(%A: tensor<4x1024xi8>, %B: tensor<1024x4xi8>) -> tensor<4x4xi32> {
  %C = neo.compute [i: 4, j: 4] sum [k: 1024] %A[i, k], %B[k, j]
     : (tensor<4x1024xi8>, tensor<1024x4xi8>) -> tensor<4x4xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<4x4xi32>
}

// CHECK-LABEL: func.func @is_too_long
// CHECK-NOT:   f32
// CHECK:       return
func.func @is_too_long(%A: tensor<4x1025xi8>, %B: tensor<1025x4xi8>)
    -> tensor<4x4xi32> {
  %C = neo.compute [i: 4, j: 4] sum [k: 1025] %A[i, k], %B[k, j]
     : (tensor<4x1025xi8>, tensor<1025x4xi8>) -> tensor<4x4xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<4x4xi32>
}

// What is used many times is converted once, to what is multiplied.

// CHECK-LABEL: func.func @unsigned
// CHECK:       arith.uitofp %{{.*}} : i8 to f32
// CHECK:       arith.sitofp %{{.*}} : i8 to f32
// CHECK:       sum [k: 64] {{.*}} : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
func.func @unsigned(%A: tensor<32x64xi8>, %B: tensor<64x32xi8>) -> tensor<32x32xi32> {
  %C = neo.compute [i: 32, j: 32] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<32x64xi8>, tensor<64x32xi8>) -> tensor<32x32xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extui %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<32x32xi32>
}
}
