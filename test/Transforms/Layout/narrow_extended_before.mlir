// RUN: neo-opt --neo-narrow --cse %s | FileCheck %s
// RUN: neo-run --entry=product --check-pipeline="builtin.module(func.func(neo-narrow))" %s
// RUN: neo-run --entry=guarded --check-pipeline="builtin.module(func.func(neo-narrow))" %s

// Bytes that are extended by an operator of its own are multiplied as bytes,
// like those that the product extends; under a guard whose pad is 0 as well.

// CHECK-LABEL: @product
// CHECK:       neo.compute [i0: 32, i1: 16] %{{.*}}[i0, 4 * i1]
// CHECK:       neo.compute [i: 32, j: 32] sum [k: 16]
module attributes {neo.target = "avx512-bf16"} {
func.func @product(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>) -> tensor<32x32xi32> {
  %p = neo.compute [i: 32, k: 64] %a[i, k] : (tensor<32x64xi8>) -> tensor<32x64xi32> {
  ^bb0(%x: i8):
    %e = arith.extsi %x : i8 to i32
    neo.yield %e : i32
  }
  %c = neo.compute [i: 32, j: 32] sum [k: 64] %p[i, k], %b[k, j]
     : (tensor<32x64xi32>, tensor<64x32xi8>) -> tensor<32x32xi32> {
  ^bb0(%x: i32, %y: i8):
    %e = arith.extsi %y : i8 to i32
    %m = arith.muli %x, %e : i32
    neo.yield %m : i32
  }
  return %c : tensor<32x32xi32>
}

// CHECK-LABEL: @guarded
// CHECK:       %{{.*}}[i - k] if ({{.*}}) else 0
func.func @guarded(%a: tensor<64xi8>, %w: tensor<8xi32>) -> tensor<64xi32> {
  %p = neo.compute [i: 64] %a[i] : (tensor<64xi8>) -> tensor<64xi32> {
  ^bb0(%x: i8):
    %e = arith.extui %x : i8 to i32
    neo.yield %e : i32
  }
  %c = neo.compute [i: 64] sum [k: 8] %p[i - k] if (i - k >= 0) else 0, %w[k]
     : (tensor<64xi32>, tensor<8xi32>) -> tensor<64xi32> {
  ^bb0(%x: i32, %y: i32):
    %m = arith.muli %x, %y : i32
    neo.yield %m : i32
  }
  return %c : tensor<64xi32>
}
}
