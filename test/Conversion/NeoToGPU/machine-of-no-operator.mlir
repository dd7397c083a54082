// A module without an operator of the dialect has a GPU, too.
// RUN: neo-opt %s --neo-schedule-gpu | FileCheck %s

// CHECK: neo.gpu_machine = #neo.gpu_machine<multiprocessors 108
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
