// RUN: not neo-run %s --entry=endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not neo-run %s --entry=foreign 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not neo-run %s --entry=dynamic 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not neo-run %s --entry=branches 2>&1 | FileCheck %s --check-prefix=BRANCHES

// ENDLESS: calls are nested too deep for the interpreter; inline them, and end recursion
func.func @endless(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @endless(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// FOREIGN: the interpreter has no rule for this operation; it runs neo.compute, arith.constant and func.call
func.func @foreign(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// DYNAMIC: argument #0 is 'tensor<?xf32>'; inputs are made up for tensors of static shape only
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// BRANCHES: 'branches' has more than one block; the interpreter runs straight-line functions
func.func @branches(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<f32>
}
