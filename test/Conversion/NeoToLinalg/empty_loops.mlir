// RUN: neo-opt %s --convert-neo-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @no_terms
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: linalg.fill ins(%[[LEAST]] : f32)
// CHECK-NOT: linalg.generic
func.func @no_terms(%A: tensor<4x0xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] max [r: 0] %A[i, r] : (tensor<4x0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @no_elements
// CHECK: tensor.empty() : tensor<0x4xf32>
// CHECK-NOT: linalg
func.func @no_elements(%A: tensor<4xf32>) -> tensor<0x4xf32> {
  %0 = neo.compute [z: 0, i: 4] %A[i] : (tensor<4xf32>) -> tensor<0x4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<0x4xf32>
}

// A guard that never holds on a tensor without elements.
// CHECK-LABEL: func.func @reads_nothing
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @reads_nothing(%A: tensor<0xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 0) else 7.0 : (tensor<0xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
