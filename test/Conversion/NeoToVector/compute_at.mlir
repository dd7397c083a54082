// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Means of the diagonals of 8 x 8 blocks, and the blocks of these means: a step
// of one, a step of the other, and 256 numbers between them.

// CHECK-LABEL: func.func @circulant(
// CHECK-NEXT:    %[[Y:.*]] = neo.launch @[[K:.*]](%arg0) range 128
// CHECK-SAME:      (tensor<1024x256xf32>) -> tensor<1024x256xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @circulant(%X: tensor<1024x256xf32>) -> tensor<1024x256xf32> {
  %D = neo.compute [a: 128, c: 32, d: 8] sum [k: 8]
         %X[8 * a + k, 8 * c + (k + d) mod 8]
     : (tensor<1024x256xf32>) -> tensor<128x32x8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %Y = neo.compute [i: 1024, j: 256] %D[i floordiv 8, j floordiv 8, (j - i) mod 8]
     : (tensor<128x32x8xf32>) -> tensor<1024x256xf32> {
  ^bb0(%d: f32):
    neo.yield %d : f32
  }
  return %Y : tensor<1024x256xf32>
}

// What is used elsewhere, or not in the step that makes it, is a tensor.

// CHECK-LABEL: func.func @returned(
// CHECK-COUNT-2: neo.launch
func.func @returned(%X: tensor<1024x256xf32>)
    -> (tensor<128x32x8xf32>, tensor<1024x256xf32>) {
  %D = neo.compute [a: 128, c: 32, d: 8] sum [k: 8]
         %X[8 * a + k, 8 * c + (k + d) mod 8]
     : (tensor<1024x256xf32>) -> tensor<128x32x8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %Y = neo.compute [i: 1024, j: 256] %D[i floordiv 8, j floordiv 8, (j - i) mod 8]
     : (tensor<128x32x8xf32>) -> tensor<1024x256xf32> {
  ^bb0(%d: f32):
    neo.yield %d : f32
  }
  return %D, %Y : tensor<128x32x8xf32>, tensor<1024x256xf32>
}

// CHECK-LABEL: func.func @upside_down(
// CHECK-COUNT-2: neo.launch
func.func @upside_down(%X: tensor<1024x256xf32>) -> tensor<1024x256xf32> {
  %D = neo.compute [a: 128, c: 32, d: 8] sum [k: 8]
         %X[8 * a + k, 8 * c + (k + d) mod 8]
     : (tensor<1024x256xf32>) -> tensor<128x32x8xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  %Y = neo.compute [i: 1024, j: 256]
         %D[127 - i floordiv 8, j floordiv 8, (j - i) mod 8]
     : (tensor<128x32x8xf32>) -> tensor<1024x256xf32> {
  ^bb0(%d: f32):
    neo.yield %d : f32
  }
  return %Y : tensor<1024x256xf32>
}

// CHECK: func.func private @[[K]]({{.*}} neo.schedule = ["vector {{[^"]*}}", "vector
// CHECK:   memref.alloca() {{.*}} memref<256xf32>
