// RUN: neo-opt --neo-stable-forms %s | FileCheck %s

// The logarithm of an exponential divided by its sum is what was exponentiated
// less the logarithm of the sum, also where the exponential is 0.

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     math.exp
// CHECK:         %[[L:.*]] = math.log
// CHECK:         arith.subf %{{.*}}, %[[L]]
func.func @f(%x: tensor<8x16xf32>, %s: tensor<8xf32>) -> tensor<8x16xf32> {
  %y = neo.compute [i: 8, j: 16] %x[i, j], %s[i]
     : (tensor<8x16xf32>, tensor<8xf32>) -> tensor<8x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.divf %0, %b : f32
    %2 = math.log %1 : f32
    neo.yield %2 : f32
  }
  return %y : tensor<8x16xf32>
}
