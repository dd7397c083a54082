// RUN: neo-opt %s --neo-slice-operands | FileCheck %s

// Read whole: a slice of seven elements, which does not begin at a line of the
// cache, a tensor that is read elsewhere too, and what never changes.

// CHECK-NOT: extract_slice
func.func @f(%x: tensor<4x7xf32>, %y: tensor<4x16xf32>,
             %w: tensor<4x16xf32> {neo.fixed})
    -> (tensor<7xf32>, tensor<16xf32>, tensor<16xf32>) {
  %0 = neo.compute [i: 7] %x[1, i] : (tensor<4x7xf32>) -> tensor<7xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 16] sum [j: 4] %y[1, i], %y[j, i]
     : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.mulf %a, %b : f32
    neo.yield %2 : f32
  }
  %3 = neo.compute [i: 16] %w[1, i] : (tensor<4x16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0, %1, %3 : tensor<7xf32>, tensor<16xf32>, tensor<16xf32>
}
