// RUN: neo-opt --cse --canonicalize --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: neo-opt --convert-neo-to-linalg --split-input-file --verify-diagnostics %s | FileCheck %s --check-prefix=LINALG

// What is computed after a wait is not merged with what was computed before.

// CHECK-LABEL: @f
// CHECK: neo.compute
// CHECK: %[[X:.*]] = neo.wait %arg0 for %arg1 : tensor<3xf32> for tensor<f32>
// CHECK: neo.compute {{.*}}%[[X]][i]
// LINALG-LABEL: @f
// LINALG-NOT: neo.
func.func @f(%x: tensor<3xf32>, %g: tensor<f32>)
    -> (tensor<3xf32>, tensor<3xf32>) {
  %a = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%s: f32):
    %0 = math.exp %s : f32
    neo.yield %0 : f32
  }
  %y = neo.wait %x for %g : tensor<3xf32> for tensor<f32>
  %b = neo.compute [i: 3] %y[i] : (tensor<3xf32>) -> tensor<3xf32> {
  ^bb0(%s: f32):
    %0 = math.exp %s : f32
    neo.yield %0 : f32
  }
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

// What is not read is not waited for.

// CHECK-LABEL: @unused
// CHECK-NEXT: %[[Y:.*]] = neo.wait %arg1 for %arg2 : tensor<3xf32> for tensor<f32>
// CHECK-NEXT: return %[[Y]]
func.func @unused(%x: tensor<2xf32>, %y: tensor<3xf32>, %g: tensor<f32>)
    -> tensor<3xf32> {
  %0:2 = neo.wait %x, %y for %g : tensor<2xf32>, tensor<3xf32> for tensor<f32>
  return %0#1 : tensor<3xf32>
}

// -----

func.func @wrong(%x: tensor<3xf32>, %g: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %y = "neo.wait"(%x, %g) {operandSegmentSizes = array<i32: 1, 1>}
     : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
