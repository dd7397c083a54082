// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector | FileCheck %s

// The two statements share nothing of the row but i: the second one's k is a
// loop of its own, and still goes around i, which is innermost in its result.
// Lanes along k would store sixteen single elements.

func.func @f(%a: tensor<8x96xf32>, %t: tensor<8x32x96xf32>,
             %g: tensor<8x32xf32>)
    -> (tensor<8x32xf32>, tensor<32x8x96xf32>) {
  %0:2 = neo.kernel [b: 8] (%x = %a, %y = %t, %z = %g)
       : (tensor<8x96xf32>, tensor<8x32x96xf32>, tensor<8x32xf32>)
      -> (tensor<8x32xf32>, tensor<32x8x96xf32>) {
    %s = neo.compute [b: 8, k: 32] sum [i: 96] %x[b, i], %y[b, k, i]
       : (tensor<8x96xf32>, tensor<8x32x96xf32>) -> tensor<8x32xf32> {
    ^bb0(%p: f32, %q: f32):
      %1 = arith.mulf %p, %q : f32
      neo.yield %1 : f32
    }
    %u = neo.compute [l: 32, b: 8, i: 96] %z[b, l], %x[b, i]
       : (tensor<8x32xf32>, tensor<8x96xf32>) -> tensor<32x8x96xf32> {
    ^bb0(%p: f32, %q: f32):
      %1 = arith.mulf %p, %q : f32
      neo.yield %1 : f32
    }
    neo.results %s, %u : tensor<8x32xf32>, tensor<32x8x96xf32>
  }
  return %0#0, %0#1 : tensor<8x32xf32>, tensor<32x8x96xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK:         vector.reduction <add>
// CHECK-NOT:     vector.extract
// CHECK:         vector.store {{.*}} : memref<24576xf32>, vector<16xf32>
// CHECK-NOT:     vector.extract
// CHECK:         return
