// RUN: not neo-opt %s --neo-to-nvvm=chip=foo 2>&1 | FileCheck %s -DCHIP=foo
// RUN: not neo-opt %s --neo-to-ptx=chip=sm_999 2>&1 | FileCheck %s -DCHIP=sm_999
// RUN: not neo-opt %s --neo-verify-gpu-launches=chip=sm_42 2>&1 | FileCheck %s -DCHIP=sm_42

// CHECK: error: Neo does not know the chip '[[CHIP]]'; it knows sm_80 sm_90
// CHECK-NOT: error
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = neo.compute [i: 32] %x[i] : (tensor<32xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %y : tensor<32xf32>
}
