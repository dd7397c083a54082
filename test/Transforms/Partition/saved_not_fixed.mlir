// RUN: neo-opt --neo-split-backward="function=f first=1 results=1" %s | FileCheck %s

// A sum that depends on a fixed argument alone is computed by the first run of either
// function, and not passed from one to the other. The argument stays behind the
// cotangent.

// CHECK-LABEL: func.func @f_forward(
// CHECK-SAME:    %{{.*}}: tensor<64xf32>, %[[W:.*]]: tensor<64x64xf32> {neo.fixed}) -> tensor<64xf32>
// CHECK:         neo.compute [i: 64] sum [l: 64] %[[W]]
// CHECK-LABEL: func.func @f_backward(
// CHECK-SAME:    %{{.*}}: tensor<64xf32>, %[[G:.*]]: tensor<64xf32>, %[[W:.*]]: tensor<64x64xf32> {neo.fixed}) -> tensor<64xf32>
// CHECK-SAME:    neo.saved = array<i64>}
// CHECK:         %[[T:.*]] = neo.compute [i: 64] sum [l: 64] %[[W]]
// CHECK:         neo.compute [i: 64] %[[T]][i], %[[G]][i]

func.func @f(%a: tensor<64xf32>, %g: tensor<64xf32>, %w: tensor<64x64xf32> {neo.fixed})
    -> (tensor<64xf32>, tensor<64xf32>) {
  %t = neo.compute [i: 64] sum [l: 64] %w[i, l] : (tensor<64x64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    %e = math.exp %x : f32
    neo.yield %e : f32
  }
  %y = neo.compute [i: 64] %t[i], %a[i] : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
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
