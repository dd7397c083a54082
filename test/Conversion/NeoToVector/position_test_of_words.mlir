// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A label of 32 bits is compared as it is, in vectors of 16 lanes.

// CHECK-LABEL: func.func private @hot_kernel0(
// CHECK:         %[[LABEL:.*]] = vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK:         %[[POSITION:.*]] = arith.index_cast %{{.*}} : vector<16xindex> to vector<16xi32>
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[LABEL]], %[[POSITION]] : vector<16xi32>
// CHECK:         arith.select %[[SAME]], %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @hot(%l: tensor<4xi32>, %p: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %0 = neo.compute [n: 4, c: 32] %l[n], %p[n, c]
     : (tensor<4xi32>, tensor<4x32xf32>) -> tensor<4x32xf32> {
  ^bb0(%label: i32, %value: f32):
    %zero = arith.constant 0.0 : f32
    %c = neo.index 1 : index
    %position = arith.index_cast %c : index to i32
    %same = arith.cmpi eq, %label, %position : i32
    %1 = arith.select %same, %value, %zero : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4x32xf32>
}
