// RUN: neo-opt --neo-selected-sums %s | FileCheck %s

// Of all pairs of a number and an element few are equal: terms are added where their
// number sends them, those of no element to one more row.

// CHECK-LABEL: @segments
// CHECK:      %[[TO:.*]] = neo.compute [e: 10000] %arg0[e] : (tensor<10000xi32>) -> tensor<10000xi64>
// CHECK:        arith.cmpi sge
// CHECK:        arith.cmpi slt
// CHECK:      %[[TERMS:.*]] = neo.compute [e: 10000, c: 16] %arg0[e], %arg1[e, c]
// CHECK:      %[[SUMS:.*]] = neo.scatter_add [e: 10000, c: 16] %[[TERMS]][e, c] into [%[[TO]][e], c]
// CHECK-SAME:   -> tensor<101x16xf32>
// CHECK:      neo.compute [n: 100, c: 16] %[[SUMS]][n, c]
func.func @segments(%d: tensor<10000xi32>, %x: tensor<10000x16xf32>) -> tensor<100x16xf32> {
  %0 = neo.compute [n: 100, c: 16] sum [e: 10000] %d[e], %x[e, c]
     : (tensor<10000xi32>, tensor<10000x16xf32>) -> tensor<100x16xf32> {
  ^bb0(%a: i32, %b: f32):
    %zero = arith.constant 0.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i64
    %w = arith.extsi %a : i32 to i64
    %q = arith.cmpi eq, %w, %m : i64
    %s = arith.select %q, %b, %zero : f32
    neo.yield %s : f32
  }
  return %0 : tensor<100x16xf32>
}

// A condition that asks the element asks the number in its place.

// CHECK-LABEL: @up_to
// CHECK:      neo.compute [i: 1000] %arg1[i]
// CHECK:        %[[I:.*]] = neo.index 0
// CHECK:        arith.select %{{.*}}, %{{.*}}, %c1000
// CHECK:      neo.scatter_add
func.func @up_to(%c: tensor<1000xf32>, %p: tensor<1000xi64>) -> tensor<1000xf32> {
  %0 = neo.compute [j: 1000] sum [i: 1000] %c[i], %p[i] where (i - j >= 0)
     : (tensor<1000xf32>, tensor<1000xi64>) -> tensor<1000xf32> {
  ^bb0(%a: f32, %b: i64):
    %zero = arith.constant 0.0 : f32
    %n = neo.index 0 : index
    %m = arith.index_cast %n : index to i64
    %q = arith.cmpi eq, %b, %m : i64
    %s = arith.select %q, %a, %zero : f32
    neo.yield %s : f32
  }
  return %0 : tensor<1000xf32>
}
