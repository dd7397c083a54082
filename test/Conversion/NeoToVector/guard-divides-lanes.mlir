// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-to-vector | FileCheck %s

// The remainder that a guard asks in each lane is that of a vector, by a product.

// CHECK-LABEL: func.func private @f_kernel0
// CHECK:         arith.muli %{{.*}} : vector<16xi64>
// CHECK:         arith.shrui %{{.*}} : vector<16xi64>
// CHECK:         arith.cmpi {{.*}} : vector<16xindex>
// CHECK-NOT:     vector.from_elements
func.func @f(%x: tensor<64x70xf32>) -> tensor<64x70xf32> {
  %0 = neo.compute [i: 64, j: 70] %x[i, j] if ((i + j) mod 3 == 0) else 0.0
     : (tensor<64x70xf32>) -> tensor<64x70xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<64x70xf32>
}
