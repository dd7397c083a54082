// RUN: neo-opt --neo-autodiff=explain %s 2>&1 | FileCheck %s
// RUN: neo-opt --neo-autodiff="explain residue-pieces" %s 2>&1 | FileCheck %s --check-prefix=PIECES

// The remark says how an operand is read, its notes what the gradient is built
// from, one inverse or one for each residue class, and in which form, at which
// cost.

// CHECK: remark: operand #0 is read by p < 5, r < 3 : A(13)[2 * p + r]
// CHECK: note: the inverse is t0 < 2 : p = z0 floordiv 2 - t0, r = 2 * t0 + z0 mod 2 if
// CHECK: note: the gradient is gathered: 26 iterations for 15 terms
// CHECK: remark: operand #1 is read by p < 5, r < 3 : A(3)[r]
// CHECK: note: the inverse is t0 < 5 : p = t0, r = z0

// PIECES: remark: operand #0 is read by p < 5, r < 3 : A(13)[2 * p + r]
// PIECES: note: the inverse of elements (2 * z0) is t0 < 2 : p = z0 - t0, r = 2 * t0 if
// PIECES: note: the inverse of elements (2 * z0 + 1) is p = z0, r = 1 if 4 - z0 >= 0
// PIECES: note: the gradient is gathered in 2 residue classes: 20 iterations for 15 terms
func.func @conv(%A: tensor<13xf32>, %W: tensor<3xf32>) -> tensor<5xf32> {
  %C = neo.compute [p: 5] sum [r: 3] %A[2 * p + r], %W[r]
     : (tensor<13xf32>, tensor<3xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<5xf32>
}
