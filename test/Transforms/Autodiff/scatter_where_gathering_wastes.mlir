// RUN: neo-opt --neo-autodiff=scatter --verify-diagnostics %s | FileCheck %s

// A gather would walk 4 windows for each of 400 elements, of which 7 have been
// read: the terms are sent instead.

// CHECK-LABEL: func.func @windows_vjp
// CHECK:         %[[T:.*]] = neo.compute [i: 4, j: 4] sum [k: 3]
// CHECK:         neo.scatter_add [i: 4, j: 4] %[[T]][i, j] into [i + j]
// CHECK-SAME:      (tensor<4x4xf32>) -> tensor<400xf32>
func.func @windows(%x: tensor<400xf32>, %w: tensor<3xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{the gradient of operand #0 executes 100.0 iterations per term of this operator; using scatter, which executes 1.0 and sends 16 sums to their elements}}
  %m = neo.compute [i: 4, j: 4] sum [k: 3] %x[i + j], %w[k]
     : (tensor<400xf32>, tensor<3xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %m : tensor<4x4xf32>
}

// Wasting a little is cheaper than scattering.
// CHECK-LABEL: func.func @short_vjp
// CHECK-NOT:     neo.scatter_add
// CHECK:         return
func.func @short(%x: tensor<16xf32>) -> tensor<4x4xf32> {
  %m = neo.compute [i: 4, j: 4] %x[i + j] : (tensor<16xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<4x4xf32>
}
