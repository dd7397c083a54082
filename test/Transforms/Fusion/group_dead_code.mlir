// RUN: neo-opt --neo-group %s | FileCheck %s

// Of operators that nobody reads no kernel is made, which would have no result.

// CHECK-LABEL: @f
// CHECK-NEXT: return %arg0
func.func @f(%a: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = neo.compute [i: 7] prod [k: 5] %a[i, k] : (tensor<7x5xf32>) -> tensor<7xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %1 = neo.compute [i: 7] %0[i] : (tensor<7xf32>) -> tensor<7xf32> {
  ^bb0(%x: f32):
    %y = arith.negf %x : f32
    neo.yield %y : f32
  }
  return %a : tensor<7x5xf32>
}
