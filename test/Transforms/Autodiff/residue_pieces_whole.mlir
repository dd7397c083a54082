// RUN: neo-opt --neo-autodiff=residue-pieces %s | FileCheck %s

// 2,049 elements of two classes are put together as 2,050, which the stride
// divides, and the last is left out: so loops go on in whole strides.

func.func @conv(%A: tensor<2049xf32>, %W: tensor<3xf32>) -> tensor<1023xf32> {
  %C = neo.compute [p: 1023] sum [r: 3] %A[2 * p + r], %W[r]
     : (tensor<2049xf32>, tensor<3xf32>) -> tensor<1023xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<1023xf32>
}
func.func private @conv_vjp(tensor<2049xf32>, tensor<3xf32>, tensor<1023xf32>)
    -> (tensor<2049xf32>, tensor<3xf32>)

// CHECK-LABEL: func.func @conv_vjp(
// CHECK-DAG:     %[[E:.*]] = neo.compute [{{.*}}: 1025] sum [{{.*}}: 2]
// CHECK-DAG:     %[[O:.*]] = neo.compute [{{.*}}: 1024] sum []
// CHECK:         %[[D:.*]] = neo.compute [i0: 2050] %[[E]][i0 floordiv 2] if (i0 mod 2 == 0) else 0.000000e+00,
// CHECK-SAME:      %[[O]][i0 floordiv 2] if ({{.*}} == 0, {{.*}}) else 0.000000e+00
// CHECK:         neo.compute [i0: 2049] %[[D]][i0]
