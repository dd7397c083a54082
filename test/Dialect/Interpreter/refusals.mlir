// RUN: not neo-run %s --entry=nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not neo-run %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not neo-run %s --entry=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not neo-run %s --entry=endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not neo-run %s --entry=foreign 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not neo-run %s --entry=huge 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not neo-run %s --entry=long 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not neo-run %s --entry=dynamic 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not neo-run %s --entry=branches 2>&1 | FileCheck %s --check-prefix=BRANCHES
// RUN: not neo-run %s --precision=half 2>&1 | FileCheck %s --check-prefix=PRECISION

// NOWHERE: there is no function 'nowhere'
// SEVERAL: there are several public functions; choose one with --entry=NAME
// PRECISION: --precision is own or double, not 'half'

// DECLARED: '@declared' is only declared: define it in this module
func.func private @declared() -> tensor<f32>

// ENDLESS: calls are nested too deep; recursion has no end here
func.func @endless(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @endless(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// FOREIGN: the interpreter has no rule for this operation; it runs neo.compute, arith.constant and func.call
func.func @foreign(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// HUGE: takes more than 4294967296 bytes, the most that the interpreter allocates
func.func @huge() -> tensor<100000x100000xf32> {
  %0 = neo.compute [i: 100000, j: 100000] : () -> tensor<100000x100000xf32> {
    %c = arith.constant 0.0 : f32
    neo.yield %c : f32
  }
  return %0 : tensor<100000x100000xf32>
}

// LONG: has 1000000000000 points; the interpreter visits at most 68719476736, so use smaller extents
func.func @long() -> tensor<f32> {
  %0 = neo.compute [] sum [i: 1000000000000] : () -> tensor<f32> {
    %c = arith.constant 0.0 : f32
    neo.yield %c : f32
  }
  return %0 : tensor<f32>
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
