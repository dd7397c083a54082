// RUN: neo-run %s --seed=7 --print-inputs | FileCheck %s
// RUN: neo-run %s --seed=7 --print-inputs --positive | FileCheck %s --check-prefix=POSITIVE

// Inputs depend on the seed alone: multiples of 1/8, small integers.
// CHECK: input #0: tensor<3xf32> [{{-?[0-9.]+}}, {{-?[0-9.]+}}, {{-?[0-9.]+}}]
// CHECK: input #1: tensor<2xi1> [{{true|false}}, {{true|false}}]
// CHECK: seed 7
// POSITIVE: input #0: tensor<3xf32> [{{[0-9.]+}}, {{[0-9.]+}}, {{[0-9.]+}}]
func.func @main(%x: tensor<3xf32>, %b: tensor<2xi1>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
