// RUN: neo-opt --neo-pad %s | FileCheck %s

// Guards that stay where they are.

// The guard of a maximum pads with what is no maximum; nothing vanishes.
// CHECK-LABEL: func.func @maximum(
// CHECK-NEXT:    neo.compute [p: 28] max [r: 24] %{{.*}}[p + r - 1]
// CHECK-SAME:      if (
func.func @maximum(%A: tensor<28xf32>) -> tensor<28xf32> {
  %C = neo.compute [p: 28] max [r: 24]
         %A[p + r - 1] if (p + r - 1 >= 0, p + r - 1 < 28) else 0.0
     : (tensor<28xf32>) -> tensor<28xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %C : tensor<28xf32>
}
