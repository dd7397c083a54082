// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Columns of two rows of pixels wait from step to step of q: between the edges
// a pixel's vector takes one new column of three loads, of which only the first
// is not masked, and two selections. Rows above the first one have no load. No line
// is read as it lies, see shared_shifts_lines.mlir: other targets do not permute.

module attributes {neo.target = "avx2"} {
func.func @f(%X: tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  %Y = neo.compute [p: 64, q: 64, c: 32]
         %X[p + (c mod 9) floordiv 3 - 1, q + c mod 3 - 1, c]
           if (p + (c mod 9) floordiv 3 - 1 >= 0,
               p + (c mod 9) floordiv 3 - 1 < 64,
               q + c mod 3 - 1 >= 0, q + c mod 3 - 1 < 64) else 0.0
         {neo.schedule = "vector [c: 16] tile [p: 2, c: 2] order [p, c, q]"}
     : (tensor<64x64x32xf32>) -> tensor<64x64x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<64x64x32xf32>
}
}

// The first two rows; then those between them and the last two.
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         arith.cmpi ult, {{.*}}, %c1
// CHECK:         scf.for {{.*}} = %c1 to %c63 step %c1 iter_args(
// CHECK-COUNT-8:   vector.maskedload
// CHECK-NOT:       vector.maskedload
// CHECK:           scf.yield
// CHECK:         arith.cmpi ult, {{.*}}, %c31
// CHECK:         scf.for {{.*}} = %c1 to %c63 step %c1 iter_args(
// CHECK:           vector.load
// CHECK-COUNT-2:   vector.maskedload
// CHECK-COUNT-2:   arith.select
// CHECK:           vector.store
// CHECK:           vector.load
// CHECK-COUNT-2:   vector.maskedload
// CHECK-COUNT-2:   arith.select
// CHECK:           vector.store
// CHECK:           scf.yield
