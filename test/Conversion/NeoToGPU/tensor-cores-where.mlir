// The gradient of a convolution: %D is in bounds where the term counts, and its window
// has all loops that `where` asks for, so that it is copied as 0 elsewhere and tensor
// cores may multiply every term. Where `where` asks for a loop of the other side, or the
// module is strict, they do not.
// RUN: neo-opt %s --split-input-file --neo-schedule-gpu | FileCheck %s

// CHECK-LABEL: @copied_as_zero
// CHECK: mma 16
func.func @copied_as_zero(%D: tensor<8x64x64xf16>, %W: tensor<3x64x64xf16>)
    -> tensor<8x64x64xf16> {
  %X = neo.compute [n: 8, h: 64, c: 64] sum [r: 3, k: 64] %D[n, h - r + 1, k], %W[r, c, k]
       where (h - r + 1 >= 0, r - h + 62 >= 0)
     : (tensor<8x64x64xf16>, tensor<3x64x64xf16>) -> tensor<8x64x64xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %X : tensor<8x64x64xf16>
}

// -----

// CHECK-LABEL: @of_both_sides
// CHECK-NOT: mma
func.func @of_both_sides(%x: tensor<64x64xf16>, %y: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %x[i, k], %y[k - 8, j]
       where (k - i - 8 >= 0)
     : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<64x64xf16>
}

// -----

// CHECK-LABEL: @in_bounds
// CHECK-NOT: mma
func.func @in_bounds(%x: tensor<64x64xf16>, %y: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %C = neo.compute [i: 64, j: 64] sum [k: 64] %x[i, k], %y[k, j]
       where (k - i >= 0)
     : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %C : tensor<64x64xf16>
}

// -----

// CHECK-LABEL: @strict
// CHECK-NOT: mma
module attributes {neo.strict} {
  func.func @strict(%D: tensor<66x64xf16>, %W: tensor<3x64x64xf16>) -> tensor<64x64xf16> {
    %X = neo.compute [h: 64, c: 64] sum [r: 3, k: 64] %D[h - r + 1, k], %W[r, c, k]
         where (h - r + 1 >= 0)
       : (tensor<66x64xf16>, tensor<3x64x64xf16>) -> tensor<64x64xf16> {
    ^bb0(%a: f16, %b: f16):
      %0 = arith.mulf %a, %b : f16
      neo.yield %0 : f16
    }
    return %X : tensor<64x64xf16>
  }
}
