// RUN: neo-opt --neo-schedule %s | FileCheck %s

// Read once, the row would be written to thirty places in turn: it is read
// again for every few rows, each of which is gone on with.

// CHECK-LABEL: @main
// CHECK: vector [j: 16] tile [i: 6] order [i, j]
func.func @main(%d: tensor<100000xf32>) -> tensor<30x100000xf32> {
  %z = neo.compute [i: 30, j: 100000] %d[j]
     : (tensor<100000xf32>) -> tensor<30x100000xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %z : tensor<30x100000xf32>
}

// Panels one after the other would take pieces of every row. Rows are read as
// they lie, and go on in eight panels.

// CHECK-LABEL: @panels
// CHECK: vector [l: 16] tile [l: 4] order [i_j, p, l] parallel 1
func.func @panels(%x: tensor<12x512x512xf32>) -> tensor<8x12x512x64xf32> {
  %z = neo.compute [p: 8, i: 12, j: 512, l: 64] %x[i, j, 64 * p + l]
     : (tensor<12x512x512xf32>) -> tensor<8x12x512x64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %z : tensor<8x12x512x64xf32>
}
