// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// Vectors of 8, and arithmetic that every processor has.

module attributes {neo.target = "avx2"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK-NOT: call_intrinsic
// CHECK: arith.divf {{.*}} : vector<8xf32>
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = neo.compute [i: 64] %x[i] : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %r = math.tanh %a : f32
    neo.yield %r : f32
  }
  return %0 : tensor<64xf32>
}
}
