// RUN: neo-opt %s | neo-opt | FileCheck %s

// A kernel prints as it is written. A shared loop may be reduced: %d is a sum
// over rows.

func.func @f(%x: tensor<8x10xf32>, %g: tensor<10xf32>)
    -> (tensor<8x10xf32>, tensor<10xf32>) {
  %0:2 = neo.kernel [i: 8] (%a = %x, %b = %g)
       : (tensor<8x10xf32>, tensor<10xf32>) -> (tensor<8x10xf32>, tensor<10xf32>) {
    %y = neo.compute [i: 8, j: 10] %a[i, j], %b[j]
       : (tensor<8x10xf32>, tensor<10xf32>) -> tensor<8x10xf32> {
    ^bb0(%p: f32, %q: f32):
      %1 = arith.mulf %p, %q : f32
      neo.yield %1 : f32
    }
    %d = neo.compute [j: 10] sum [i: 8] %a[i, j]
       : (tensor<8x10xf32>) -> tensor<10xf32> {
    ^bb0(%p: f32):
      neo.yield %p : f32
    }
    neo.results %y, %d : tensor<8x10xf32>, tensor<10xf32>
  }
  return %0#0, %0#1 : tensor<8x10xf32>, tensor<10xf32>
}

// CHECK:      neo.kernel [i: 8] (%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (tensor<8x10xf32>, tensor<10xf32>) -> (tensor<8x10xf32>, tensor<10xf32>) {
// CHECK-NEXT:   %[[Y:.*]] = neo.compute [i: 8, j: 10] %[[A]][i, j], %[[B]][j]
// CHECK:        %[[D:.*]] = neo.compute [j: 10] sum [i: 8] %[[A]][i, j]
// CHECK:        neo.results %[[Y]], %[[D]] : tensor<8x10xf32>, tensor<10xf32>
