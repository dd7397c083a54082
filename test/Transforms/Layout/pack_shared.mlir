// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-pack --cse | FileCheck %s

// Four classes of pixels each read every other tap of a window. One copy of the
// weights serves all of them, and costs each a quarter.

// CHECK-LABEL: @classes
// CHECK: %[[P:.*]] = neo.compute {{.*}} %arg1[i1, 64 * i0 + i4, i2, i3]
// CHECK-COUNT-4: %[[P]][k floordiv 64, c, {{.*}}, {{.*}}, k mod 64]
func.func @classes(%X: tensor<1024x25x25xf32>, %W: tensor<1024x256x4x4xf32>)
    -> (tensor<256x24x24xf32>, tensor<256x24x24xf32>,
        tensor<256x24x24xf32>, tensor<256x24x24xf32>) {
  %a = neo.compute [k: 256, p: 24, q: 24] sum [c: 1024, t: 2, u: 2]
      %X[c, p - t + 1, q - u + 1], %W[c, k, 2 * t, 2 * u]
      : (tensor<1024x25x25xf32>, tensor<1024x256x4x4xf32>)
      -> tensor<256x24x24xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  %b = neo.compute [k: 256, p: 24, q: 24] sum [c: 1024, t: 2, u: 2]
      %X[c, p - t + 1, q - u + 1], %W[c, k, 2 * t, 2 * u + 1]
      : (tensor<1024x25x25xf32>, tensor<1024x256x4x4xf32>)
      -> tensor<256x24x24xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  %c = neo.compute [k: 256, p: 24, q: 24] sum [c: 1024, t: 2, u: 2]
      %X[c, p - t + 1, q - u + 1], %W[c, k, 2 * t + 1, 2 * u]
      : (tensor<1024x25x25xf32>, tensor<1024x256x4x4xf32>)
      -> tensor<256x24x24xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  %d = neo.compute [k: 256, p: 24, q: 24] sum [c: 1024, t: 2, u: 2]
      %X[c, p - t + 1, q - u + 1], %W[c, k, 2 * t + 1, 2 * u + 1]
      : (tensor<1024x25x25xf32>, tensor<1024x256x4x4xf32>)
      -> tensor<256x24x24xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  return %a, %b, %c, %d : tensor<256x24x24xf32>, tensor<256x24x24xf32>,
      tensor<256x24x24xf32>, tensor<256x24x24xf32>
}

// For one class alone it does not pay.

// CHECK-LABEL: @alone
// CHECK-NOT: floordiv
// CHECK: return
func.func @alone(%X: tensor<1024x25x25xf32>, %W: tensor<1024x256x4x4xf32>)
    -> tensor<256x24x24xf32> {
  %a = neo.compute [k: 256, p: 24, q: 24] sum [c: 1024, t: 2, u: 2]
      %X[c, p - t + 1, q - u + 1], %W[c, k, 2 * t, 2 * u]
      : (tensor<1024x25x25xf32>, tensor<1024x256x4x4xf32>)
      -> tensor<256x24x24xf32> {
  ^bb0(%x: f32, %w: f32):
    %v = arith.mulf %x, %w : f32
    neo.yield %v : f32
  }
  return %a : tensor<256x24x24xf32>
}
