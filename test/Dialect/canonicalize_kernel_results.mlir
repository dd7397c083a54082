// RUN: neo-opt --canonicalize %s | FileCheck %s
// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s -o /dev/null

// What a kernel gives is computed in it: a copy that is a result stays, one that
// another statement reads does not.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[K:.*]]:2 = neo.kernel [i: 6] (%[[X:.*]] = %{{.*}})
// CHECK-NEXT:      %[[COPY:.*]] = neo.compute [i: 6, j: 3] %[[X]][i, j]
// CHECK:           %[[EXP:.*]] = neo.compute [i: 6, j: 3] %[[X]][i, j]
// CHECK:           neo.results %[[COPY]], %[[EXP]]
func.func @f(%x: tensor<6x3xf32>) -> (tensor<6x3xf32>, tensor<6x3xf32>) {
  %0:2 = neo.kernel [i: 6] (%a = %x) : (tensor<6x3xf32>)
      -> (tensor<6x3xf32>, tensor<6x3xf32>) {
    %1 = neo.compute [i: 6, j: 3] %a[i, j] : (tensor<6x3xf32>) -> tensor<6x3xf32> {
    ^bb0(%s: f32):
      neo.yield %s : f32
    }
    %2 = neo.compute [i: 6, j: 3] %a[i, j] : (tensor<6x3xf32>) -> tensor<6x3xf32> {
    ^bb0(%s: f32):
      neo.yield %s : f32
    }
    %3 = neo.compute [i: 6, j: 3] %2[i, j] : (tensor<6x3xf32>) -> tensor<6x3xf32> {
    ^bb0(%s: f32):
      %e = math.exp %s : f32
      neo.yield %e : f32
    }
    neo.results %1, %3 : tensor<6x3xf32>, tensor<6x3xf32>
  }
  return %0#0, %0#1 : tensor<6x3xf32>, tensor<6x3xf32>
}
