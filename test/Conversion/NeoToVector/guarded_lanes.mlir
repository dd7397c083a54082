// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector --canonicalize --cse %s \
// RUN: | FileCheck %s

// Lanes that lie apart, under a guard that varies by lane: positions and the
// pad are selected in all lanes at once.

func.func @f(%x: tensor<63x63x7xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 8] sum [k: 30]
         %x[7 * i, i + k, k mod 7] if (2 * i - k >= 0) else -2.0
       {neo.schedule = "vector [i: 8] order [i]"}
     : (tensor<63x63x7xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-DAG:     %[[NONE:.*]] = arith.constant dense<0> : vector<8xindex>
// CHECK-DAG:     %[[PAD:.*]] = arith.constant dense<-2.000000e+00> : vector<8xf32>
// CHECK:         %[[HOLDS:.*]] = arith.cmpi sge
// CHECK:         %[[PLACES:.*]] = arith.select %[[HOLDS]], %{{.*}}, %[[NONE]]
// CHECK:         %[[PLACE:.*]] = vector.extract %[[PLACES]][0]
// CHECK-NEXT:    memref.load %{{.*}}[%[[PLACE]]]
// CHECK-NOT:     arith.select
// CHECK:         %[[ALL:.*]] = vector.from_elements
// CHECK-NEXT:    arith.select %[[HOLDS]], %[[ALL]], %[[PAD]]
