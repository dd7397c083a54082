// RUN: neo-opt --neo-drop-stop-gradient %s | FileCheck %s
// RUN: neo-opt --convert-neo-to-linalg %s | FileCheck %s --check-prefix=LINALG
// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | FileCheck %s --check-prefix=FUSED
// RUN: env NEO_TARGET=avx512 neo-opt --convert-neo-to-vector %s | FileCheck %s --check-prefix=VECTOR
// RUN: neo-run --entry=main %s | FileCheck %s --check-prefix=VALUES

// Nothing of it is left where gradients are not the matter, and operators on
// both sides of it are fused.

func.func @main() -> tensor<3xf32> {
  %x = arith.constant dense<[4.0, 9.0, 16.0]> : tensor<3xf32>
  %y = call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: @f(
// CHECK: neo.compute
// CHECK-NOT: neo.stop_gradient
// CHECK: neo.compute

// LINALG-NOT: neo.

// FUSED-LABEL: @f(
// FUSED: neo.compute
// FUSED-NOT: neo.compute
// FUSED: return

// VECTOR-NOT: neo.stop_gradient
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = math.sqrt %a : f32
    neo.yield %0 : f32
  }
  %c = neo.stop_gradient %r : tensor<3xf32>
  %y = neo.compute [i: 3] %c[2 - i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<3xf32>
}

// VALUES: [-4, -3, -2]
