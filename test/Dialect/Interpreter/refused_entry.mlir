// RUN: not neo-run %s --entry=nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not neo-run %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not neo-run %s --entry=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not neo-run %s --precision=half 2>&1 | FileCheck %s --check-prefix=PRECISION
// RUN: not neo-run %s --entry=one --rtol=inf 2>&1 | FileCheck %s --check-prefix=RTOL
// RUN: not neo-run %s --entry=one --rtol=nan 2>&1 | FileCheck %s --check-prefix=RTOL
// RUN: not neo-run %s --entry=one --rtol=-1 2>&1 | FileCheck %s --check-prefix=RTOL

// NOWHERE: there is no function 'nowhere'
// SEVERAL: there are several public functions; choose one with --entry=NAME
// PRECISION: --precision is own or double, not 'half'
// RTOL: --rtol is a number from 0 on, not

// DECLARED: '@declared' is only declared: define it in this module
func.func private @declared() -> tensor<f32>

func.func @one(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @other(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
