// RUN: neo-opt %s --neo-narrow | FileCheck %s
// RUN: neo-run %s --check-pipeline="builtin.module(func.func(neo-narrow))"

// Both are signed: 128 is added to the bytes of A, and 128 times the column
// sums of B are subtracted.

// CHECK: %[[A:.*]] = neo.compute [{{.*}}: 32, {{.*}}: 16] %arg0
// CHECK: arith.xori {{.*}} : i32
// CHECK: %[[B:.*]] = neo.compute [{{.*}}: 16, {{.*}}: 24] %arg1
// CHECK: %[[T:.*]] = neo.compute [i: 32, j: 24] sum [k: 16] %[[A]][i, k], %[[B]][k, j]
// CHECK: %[[S:.*]] = neo.compute [{{.*}}: 24] sum [{{.*}}: 64] %arg1
// CHECK: arith.constant -128 : i32
// CHECK: neo.compute [i0: 32, i1: 24] %[[T]][i0, i1], %[[S]][i1]
module attributes {neo.target = "avx512-bf16"} {
func.func @f(%A: tensor<32x64xi8>, %B: tensor<64x24xi8>) -> tensor<32x24xi32> {
  %C = neo.compute [i: 32, j: 24] sum [k: 64] %A[i, k], %B[k, j]
     : (tensor<32x64xi8>, tensor<64x24xi8>) -> tensor<32x24xi32> {
  ^bb0(%a: i8, %b: i8):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %0 = arith.muli %x, %y : i32
    neo.yield %0 : i32
  }
  return %C : tensor<32x24xi32>
}
}
