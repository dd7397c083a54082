// RUN: neo-opt --neo-split-backward="function=f first=2 results=1 explain=true" %s 2>&1 | FileCheck %s

// A sum of 64 exponentials is computed once, and read again by the gradient. What only
// the gradient needs is left out of the forward function, and the other way round.

// CHECK:         remark: it is saved for the backward function: computing it again takes longer
// CHECK-LABEL: func.func @f_forward(
// CHECK-SAME:    %[[A:.*]]: tensor<64x64xf32>, %[[B:.*]]: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
// CHECK:         %[[T:.*]] = neo.compute [i: 64] sum [l: 64] %[[A]]
// CHECK:         %[[Y:.*]] = neo.compute [i: 64] %[[T]][i], %[[B]]
// CHECK-NOT:     neo.compute
// CHECK:         return %[[Y]], %[[T]]
// CHECK-LABEL: func.func @f_backward(
// CHECK-SAME:    %{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64xf32>, %[[G:.*]]: tensor<64xf32>, %[[S:.*]]: tensor<64xf32>)
// CHECK-SAME:    neo.saved = array<i64: 1>
// CHECK:         %[[D:.*]] = neo.compute [i: 64] %[[S]][i], %[[G]][i]
// CHECK-NOT:     neo.compute
// CHECK:         return %[[D]]

func.func @f(%a: tensor<64x64xf32>, %b: tensor<64xf32>, %g: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>) {
  %t = neo.compute [i: 64] sum [l: 64] %a[i, l] : (tensor<64x64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    %e = math.exp %x : f32
    neo.yield %e : f32
  }
  %y = neo.compute [i: 64] %t[i], %b[i] : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32, %z: f32):
    %p = arith.mulf %x, %z : f32
    neo.yield %p : f32
  }
  %d = neo.compute [i: 64] %t[i], %g[i] : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32, %z: f32):
    %p = arith.mulf %x, %z : f32
    neo.yield %p : f32
  }
  return %y, %d : tensor<64xf32>, tensor<64xf32>
}
