// RUN: not neo-run %s --entry=nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not neo-run %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not neo-run %s --entry=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not neo-run %s --precision=half 2>&1 | FileCheck %s --check-prefix=PRECISION

// NOWHERE: there is no function 'nowhere'
// SEVERAL: there are several public functions; choose one with --entry=NAME
// PRECISION: --precision is own or double, not 'half'

// DECLARED: '@declared' is only declared: define it in this module
func.func private @declared() -> tensor<f32>

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @other(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
