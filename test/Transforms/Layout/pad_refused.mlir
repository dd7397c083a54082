// RUN: neo-opt --neo-pad %s | FileCheck %s

// Guards that stay where they are.

// A pad that is not zero does not make the term vanish.
// CHECK-LABEL: func.func @pad_is_one(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[p + r - 1]
// CHECK-SAME:      if (
// CHECK-SAME:      else 1.000000e+00
func.func @pad_is_one(%A: tensor<28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 28) else 1.0, %W[k, r]
     : (tensor<28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}

// A summand is no factor.
// CHECK-LABEL: func.func @summand(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[k, p + r]
// CHECK-SAME:      where
func.func @summand(%A: tensor<8x28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3] %A[k, p + r], %W[k, r]
         where (p + r < 28)
     : (tensor<8x28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.addf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}

// The guard of a maximum pads with what is no maximum; nothing vanishes.
// CHECK-LABEL: func.func @maximum(
// CHECK-NEXT:    neo.compute [p: 28] max [r: 24] %{{.*}}[p + r - 1]
// CHECK-SAME:      if (
func.func @maximum(%A: tensor<28xf32>) -> tensor<28xf32> {
  %C = neo.compute [p: 28] max [r: 24]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 28) else 0.0
     : (tensor<28xf32>) -> tensor<28xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<28xf32>
}

// Of four elements a copy would be seven times as large.
// CHECK-LABEL: func.func @overhang(
// CHECK-NEXT:    neo.compute [k: 64, p: 28] sum [r: 3] %{{.*}}[p + r - 12]
// CHECK-SAME:      if (
func.func @overhang(%A: tensor<4xf32>, %W: tensor<64x3xf32>)
    -> tensor<64x28xf32> {
  %C = neo.compute [k: 64, p: 28] sum [r: 3]
         %A[p + r - 12] if (p + r - 12 >= 0, p + r - 12 < 4) else 0.0, %W[k, r]
     : (tensor<4xf32>, tensor<64x3xf32>) -> tensor<64x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x28xf32>
}

// Where the 'where' guard fails the factor would read its own pad, not 0.
// CHECK-LABEL: func.func @where_over_a_pad(
// CHECK-NEXT:    neo.compute [k: 8, p: 28] sum [r: 3] %{{.*}}[p + r - 1]
// CHECK-SAME:      else 1.500000e+00
// CHECK-SAME:      where (p + r - 1 >= 0)
func.func @where_over_a_pad(%A: tensor<28xf32>, %W: tensor<8x3xf32>)
    -> tensor<8x28xf32> {
  %C = neo.compute [k: 8, p: 28] sum [r: 3]
         %A[p + r - 1] if (p + r - 2 >= 0, p + r < 29) else 1.5, %W[k, r]
         where (p + r - 1 >= 0)
     : (tensor<28xf32>, tensor<8x3xf32>) -> tensor<8x28xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<8x28xf32>
}
