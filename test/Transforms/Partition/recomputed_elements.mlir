// RUN: neo-opt --neo-split-backward="function=f first=1 results=1" %s | FileCheck %s

// An exponential of each element is recomputed: it becomes part of a kernel that reads
// the operand anyway. The result of the forward function is there, and is read.

// CHECK-LABEL: func.func @f_forward(
// CHECK-SAME:    -> tensor<64xf32>
// CHECK-LABEL: func.func @f_backward(
// CHECK-SAME:    %[[A:.*]]: tensor<64xf32>, %[[G:.*]]: tensor<64xf32>, %[[Y:.*]]: tensor<64xf32>)
// CHECK-SAME:    neo.saved = array<i64: 0>
// CHECK:         %[[E:.*]] = neo.compute [i: 64] %[[A]][i]
// CHECK:         math.exp
// CHECK:         neo.compute [i: 64] %[[E]][i], %[[Y]][i], %[[G]][i]
// CHECK-NOT:     neo.compute

func.func @f(%a: tensor<64xf32>, %g: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = neo.compute [i: 64] %a[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    %v = math.exp %x : f32
    neo.yield %v : f32
  }
  %y = neo.compute [i: 64] %e[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32):
    %v = math.log1p %x : f32
    neo.yield %v : f32
  }
  %d = neo.compute [i: 64] %e[i], %y[i], %g[i]
     : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%x: f32, %z: f32, %w: f32):
    %p = arith.mulf %x, %w : f32
    %q = arith.mulf %p, %z : f32
    neo.yield %q : f32
  }
  return %y, %d : tensor<64xf32>, tensor<64xf32>
}
