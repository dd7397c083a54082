// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// 64 bits are compared with a position, and a vector still has 16 lanes: the
// low 32 bits decide, if the number has no others.

func.func @hot(%l: tensor<4xi64>, %p: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %0 = neo.compute [n: 4, c: 32] %l[n], %p[n, c]
     : (tensor<4xi64>, tensor<4x32xf32>) -> tensor<4x32xf32> {
  ^bb0(%label: i64, %value: f32):
    %zero = arith.constant 0.0 : f32
    %c = neo.index 1 : index
    %position = arith.index_cast %c : index to i64
    %same = arith.cmpi eq, %label, %position : i64
    %1 = arith.select %same, %value, %zero : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4x32xf32>
}

// CHECK-LABEL: func.func private @hot_kernel0(
// CHECK:         %[[LABEL:.*]] = vector.broadcast %{{.*}} : i64 to vector<16xi64>
// CHECK:         %[[POSITION:.*]] = arith.index_cast %{{.*}} : vector<16xindex> to vector<16xi32>
// CHECK:         %[[LOW:.*]] = arith.trunci %[[LABEL]] : vector<16xi64> to vector<16xi32>
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[LOW]], %[[POSITION]]
// CHECK:         %[[EXTENDED:.*]] = arith.extsi %[[LOW]]
// CHECK:         %[[FITS:.*]] = arith.cmpi eq, %[[EXTENDED]], %[[LABEL]]
// CHECK:         %[[BOTH:.*]] = arith.andi %[[FITS]], %[[SAME]]
// CHECK:         arith.select %[[BOTH]]
