// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Nine shifts are three rows of three columns, and neighbouring pixels share
// the columns: between the edges a pixel takes one new column of three loads,
// two of them masked, selects from three and is stored before the next one is read. No line
// is read as it lies, see shared_shifts_lines.mlir: other targets do not permute.

module attributes {neo.target = "avx2"} {
func.func @f(%X: tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  %Y = neo.compute [p: 64, q: 64, c: 32]
         %X[p + (c mod 9) floordiv 3 - 1, q + c mod 3 - 1, c]
           if (p + (c mod 9) floordiv 3 - 1 >= 0,
               p + (c mod 9) floordiv 3 - 1 < 64,
               q + c mod 3 - 1 >= 0, q + c mod 3 - 1 < 64) else 0.0
         {neo.schedule = "vector [c: 16] tile [q: 4, c: 2] order [p, q, c]"}
     : (tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<64x64x32xf32>
}
}

// Rows between the first and the last, tiles between the first and the last.
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         arith.cmpi ult, {{.*}}, %c63
// CHECK:         scf.for {{.*}} = %c4 to %c60 step %c4
// CHECK-COUNT-6:   vector.maskedload
// CHECK-NOT:       vector.maskedload
// CHECK-COUNT-2:   arith.select
// CHECK:           vector.store
// CHECK-COUNT-6:   vector.maskedload
// CHECK:           vector.store
// CHECK:           llvm.inline_asm
// CHECK-COUNT-2:   vector.maskedload
// CHECK-NOT:       vector.maskedload
// CHECK-COUNT-2:   arith.select
// CHECK:           vector.store
