// RUN: not neo-run %s 2>&1 | FileCheck %s

// Constants of functions are tensors.

// CHECK: error: the interpreter takes dense constants of tensors
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant 1.0 : f32
  return %x : tensor<4xf32>
}
