// RUN: neo-opt %s --canonicalize | FileCheck %s
// RUN: neo-opt %s --neo-fuse | FileCheck %s --check-prefix=FUSE

// Each index fits 64 bits, but the constants of the composed one would not:
// (j * (2^40 + 1)) mod 4 * 2^40. The read stays as it is.

// CHECK-LABEL: func.func @f
// CHECK: %[[B:.*]] = neo.compute [i: 4] %arg0[1099511627776 * i]
// CHECK: neo.compute [j: 4] %[[B]][(1099511627777 * j) mod 4]
// FUSE-LABEL: func.func @f
// FUSE-COUNT-2: neo.compute
func.func @f(%A: tensor<4398046511104xf32>) -> tensor<4xf32> {
  %b = neo.compute [i: 4] %A[1099511627776 * i]
     : (tensor<4398046511104xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %c = neo.compute [j: 4] %b[(1099511627777 * j) mod 4]
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %c : tensor<4xf32>
}
