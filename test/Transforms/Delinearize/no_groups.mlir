// Nothing is split where no operand knows more of the loop than its quotient, where one
// that divides it knows its remainder, too, in its guard, where the last group has fewer
// steps, and where there are matrices already: heads of several queries share keys.
// RUN: neo-opt --neo-split-groups %s | FileCheck %s

// CHECK-LABEL: @no_other
// CHECK: neo.compute [k: 8, p: 5] sum [c: 3] %{{.*}}[k floordiv 4, c, p], %{{.*}}[c]
// CHECK: return
func.func @no_other(%x: tensor<2x3x5xf32>, %w: tensor<3xf32>) -> tensor<8x5xf32> {
  %y = neo.compute [k: 8, p: 5] sum [c: 3] %x[k floordiv 4, c, p], %w[c]
     : (tensor<2x3x5xf32>, tensor<3xf32>) -> tensor<8x5xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x5xf32>
}

// CHECK-LABEL: @remainder
// CHECK: neo.compute [k: 8, p: 5] sum [c: 3] %{{.*}}[k floordiv 4, c, p] if (k - c >= 0) else {{.*}}, %{{.*}}[k, c]
// CHECK: return
func.func @remainder(%x: tensor<2x3x5xf32>, %w: tensor<8x3xf32>) -> tensor<8x5xf32> {
  %y = neo.compute [k: 8, p: 5] sum [c: 3]
         %x[k floordiv 4, c, p] if (k - c >= 0) else 0.0, %w[k, c]
     : (tensor<2x3x5xf32>, tensor<8x3xf32>) -> tensor<8x5xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<8x5xf32>
}

// CHECK-LABEL: @uneven
// CHECK: neo.compute [k: 9, p: 5] sum [c: 3] %{{.*}}[k floordiv 4, c, p], %{{.*}}[k, c]
// CHECK: return
func.func @uneven(%x: tensor<3x3x5xf32>, %w: tensor<9x3xf32>) -> tensor<9x5xf32> {
  %y = neo.compute [k: 9, p: 5] sum [c: 3] %x[k floordiv 4, c, p], %w[k, c]
     : (tensor<3x3x5xf32>, tensor<9x3xf32>) -> tensor<9x5xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %y : tensor<9x5xf32>
}

// CHECK-LABEL: @matrices
// CHECK: neo.compute [h: 8, i: 7, j: 5] sum [d: 3] %{{.*}}[h, i, d], %{{.*}}[h floordiv 4, j, d]
// CHECK: return
func.func @matrices(%q: tensor<8x7x3xf32>, %k: tensor<2x5x3xf32>)
    -> tensor<8x7x5xf32> {
  %s = neo.compute [h: 8, i: 7, j: 5] sum [d: 3] %q[h, i, d], %k[h floordiv 4, j, d]
     : (tensor<8x7x3xf32>, tensor<2x5x3xf32>) -> tensor<8x7x5xf32> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.mulf %u, %v : f32
    neo.yield %0 : f32
  }
  return %s : tensor<8x7x5xf32>
}
