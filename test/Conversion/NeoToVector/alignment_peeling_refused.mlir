// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// Loops over rows are not peeled where two vectors more are too many, where the result is
// small, and where lanes depend on where a vector begins.

// CHECK-LABEL: func.func private @short_kernel0(
// CHECK-NOT:     create_mask
// CHECK:         vector.store
// CHECK-LABEL: func.func private @few_kernel1(
// CHECK-NOT:     create_mask
// CHECK:         vector.store
// CHECK-LABEL: func.func private @pairs_kernel2(
// CHECK-NOT:     create_mask
// CHECK:         vector.store
// CHECK-NOT:     create_mask

func.func @short(%x: tensor<40960x101xf32>, %b: tensor<101xf32>) -> tensor<40960x101xf32> {
  %0 = neo.compute [i: 40960, j: 101] %x[i, j], %b[j]
     : (tensor<40960x101xf32>, tensor<101xf32>) -> tensor<40960x101xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    neo.yield %s : f32
  }
  return %0 : tensor<40960x101xf32>
}

func.func @few(%x: tensor<40x1001xf32>, %b: tensor<1001xf32>) -> tensor<40x1001xf32> {
  %0 = neo.compute [i: 40, j: 1001] %x[i, j], %b[j]
     : (tensor<40x1001xf32>, tensor<1001xf32>) -> tensor<40x1001xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    neo.yield %s : f32
  }
  return %0 : tensor<40x1001xf32>
}

func.func @pairs(%x: tensor<4096x501xf32>, %b: tensor<4096xf32>) -> tensor<4096x1001xf32> {
  %0 = neo.compute [i: 4096, j: 1001] %x[i, j floordiv 2], %b[i]
     : (tensor<4096x501xf32>, tensor<4096xf32>) -> tensor<4096x1001xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    neo.yield %s : f32
  }
  return %0 : tensor<4096x1001xf32>
}
