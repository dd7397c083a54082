// RUN: neo-opt --neo-autodiff=residue-pieces %s | FileCheck %s
// RUN: neo-opt --neo-autodiff=residue-pieces %s | neo-run --entry=check - | FileCheck %s --check-prefix=VALUE

// The input gradient of a convolution with stride 2, even and odd elements
// apart: each class reads its own weights, without a mod. There is one even
// element more than odd ones, so no tile holds as many of each.

func.func @conv(%A: tensor<13xf32>, %W: tensor<3xf32>) -> tensor<5xf32> {
  %C = neo.compute [p: 5] sum [r: 3] %A[2 * p + r], %W[r]
     : (tensor<13xf32>, tensor<3xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<5xf32>
}
func.func private @conv_vjp(tensor<13xf32>, tensor<3xf32>, tensor<5xf32>)
    -> (tensor<13xf32>, tensor<3xf32>)

// CHECK-LABEL: func.func private @conv_vjp(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: tensor<3xf32>, %[[G:[a-z0-9]+]]: tensor<5xf32>)
// CHECK-DAG:     %[[E:.*]] = neo.compute [{{.*}}: 7] sum [{{.*}}: 2] %[[W]][2 * {{[a-z0-9]+}}], %[[G]]
// CHECK-DAG:     %[[O:.*]] = neo.compute [{{.*}}: 6] sum [] %[[W]][1], %[[G]]
// CHECK:         neo.compute [i0: 13] %[[E]][i0 floordiv 2] if (i0 mod 2 == 0) else 0.000000e+00,
// CHECK-SAME:      %[[O]][i0 floordiv 2] if ({{.*}} == 0) else 0.000000e+00

// VALUE: [1, 10, 101, 10, 101, 10, 101, 10, 101, 10, 100, 0, 0]
func.func @check() -> tensor<13xf32> {
  %A = arith.constant dense<1.0> : tensor<13xf32>
  %W = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %g = arith.constant dense<1.0> : tensor<5xf32>
  %d:2 = func.call @conv_vjp(%A, %W, %g)
     : (tensor<13xf32>, tensor<3xf32>, tensor<5xf32>)
     -> (tensor<13xf32>, tensor<3xf32>)
  return %d#0 : tensor<13xf32>
}
