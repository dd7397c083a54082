// RUN: neo-opt --neo-autodiff="residue-pieces partial-sums" %s | FileCheck %s

// An element of the input gradient of a strided convolution has four taps at
// most, of each of 64 filters. All residue classes are one operator: taps
// are unrolled, and the sum over filters runs beside them. In pieces the
// cotangent, of 12 MB, would be padded and read four times.

func.func @conv(%A: tensor<3x448x448xf32>, %W: tensor<64x3x3x3xf32>)
    -> tensor<64x223x223xf32> {
  %C = neo.compute [k: 64, p: 223, q: 223] sum [c: 3, r: 3, s: 3]
         %A[c, 2 * p + r, 2 * q + s], %W[k, c, r, s]
     : (tensor<3x448x448xf32>, tensor<64x3x3x3xf32>) -> tensor<64x223x223xf32> {
  ^bb0(%a: f32, %w: f32):
    %0 = arith.mulf %a, %w : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x223x223xf32>
}
func.func private @conv_vjp(tensor<3x448x448xf32>, tensor<64x3x3x3xf32>,
    tensor<64x223x223xf32>) -> (tensor<3x448x448xf32>, tensor<64x3x3x3xf32>)

// CHECK-LABEL: func.func @conv_vjp(
// CHECK:         %[[D:.*]] = neo.compute [c: 3, [[Y:.*]]: 448, [[X:.*]]: 448] sum [k: 64, {{.*}}: 2, {{.*}}: 2]
// CHECK:         neo.compute [k: 64, c: 3, r: 3, s: 3] sum
// CHECK-NOT:     neo.compute
// CHECK:         return %[[D]],
