// RUN: neo-opt --neo-order %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order))" %s

// A part of a row has the order of the row, wherever in it the part lies: the
// tensor that joins two of them is not turned.

// CHECK-NOT: neo.compute [j: 16, i: 64]
// CHECK:     neo.compute [i: 64, j: 8] %arg0
// CHECK:     neo.compute [i: 64, j: 16]
func.func @f(%x: tensor<64x8xf32>) -> tensor<64x16xf32> {
  %p = neo.compute [j: 8, i: 64] %x[i, j] : (tensor<64x8xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %r = neo.compute [i: 64, j: 16] %p[j - 8, i] if (j - 8 >= 0) else 0.0
     : (tensor<8x64xf32>) -> tensor<64x16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %r : tensor<64x16xf32>
}
