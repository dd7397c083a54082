// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// The guard bounds an index that no lane moves: the element is read only if a
// lane inside the loops wants it. Lanes past the end of j want %x[11].

func.func @f(%x: tensor<11xf32>, %y: tensor<100x21xf32>) -> tensor<100x21xf32> {
  %0 = neo.compute [i: 100, j: 21]
         %x[i] if (j >= 2 * i) else 1.5, %y[i, j]
     : (tensor<11xf32>, tensor<100x21xf32>) -> tensor<100x21xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %0 : tensor<100x21xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    neo.schedule = "vector [j:
// CHECK:         %[[TAIL:.*]] = arith.constant dense<[true, {{.*}}false]>
// CHECK:         %[[HOLDS:.*]] = arith.cmpi sge
// CHECK:         %[[WANTED:.*]] = arith.andi %[[HOLDS]], %[[TAIL]]
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %[[WANTED]]
// CHECK:         %[[SAFE:.*]] = arith.select %[[ANY]], %{{.*}}, %c0
// CHECK:         memref.load %{{.*}}[%[[SAFE]]] : memref<11xf32>
