// RUN: neo-opt --neo-schedule %s | FileCheck %s --check-prefix=ORDER
// RUN: neo-opt --neo-to-vector %s | FileCheck %s

// Tiles of shared columns that move from row to row prefetch the row below the
// three that they read. Four rows of a tile, and what it stores, stay in the
// first-level cache.

// ORDER-LABEL: @narrow
// ORDER:         order [q, c, p] parallel 2
// CHECK-LABEL: func.func private @narrow_kernel0(
// CHECK:         scf.for
// CHECK-COUNT-3:   vector.maskedload
// CHECK:           memref.prefetch {{.*}} read, locality<3>, data
// CHECK:           vector.store
module attributes {neo.target = "avx512"} {
func.func @narrow(%X: tensor<128x128x64xf32>) -> tensor<128x128x64xf32> {
  %Y = neo.compute [p: 128, q: 128, c: 64]
         %X[p + (c mod 9) floordiv 3 - 1, q + c mod 3 - 1, c]
           if (p + (c mod 9) floordiv 3 - 1 >= 0,
               p + (c mod 9) floordiv 3 - 1 < 128,
               q + c mod 3 - 1 >= 0, q + c mod 3 - 1 < 128) else 0.0
         {neo.schedule =
            "vector [c: 16] tile [q: 16, c: 4] order [q, c, p] parallel 2"}
     : (tensor<128x128x64xf32>) -> tensor<128x128x64xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<128x128x64xf32>
}

// Three pixels of all 256 channels are the 48 vectors that lines are cut for.

// ORDER-LABEL: @wide
// ORDER:         tile [q: 3, c: 16] order [q, c, p] parallel 2
func.func @wide(%X: tensor<32x32x256xf32>) -> tensor<32x32x256xf32> {
  %Y = neo.compute [p: 32, q: 32, c: 256]
         %X[p + (c mod 9) floordiv 3 - 1, q + c mod 3 - 1, c]
           if (p + (c mod 9) floordiv 3 - 1 >= 0,
               p + (c mod 9) floordiv 3 - 1 < 32,
               q + c mod 3 - 1 >= 0, q + c mod 3 - 1 < 32) else 0.0
     : (tensor<32x32x256xf32>) -> tensor<32x32x256xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<32x32x256xf32>
}
}
