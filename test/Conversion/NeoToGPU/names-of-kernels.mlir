// RUN: neo-opt --neo-schedule-gpu --convert-neo-to-gpu %s | FileCheck %s

// Kernels are called after their functions, in characters that PTX has.

// CHECK: func.func @"a-b"
// CHECK:   @[[DASHED:a_b_kernel0]]
// CHECK: func.func @"1st"
// CHECK:   @[[DIGIT:_1st_kernel1]]
// CHECK: gpu.func @[[DASHED]](
// CHECK: gpu.func @[[DIGIT]](
func.func @"a-b"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %x[3 - i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

func.func @"1st"(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = neo.compute [i: 8] %x[7 - i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<8xf32>
}
