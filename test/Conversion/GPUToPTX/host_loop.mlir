// RUN: neo-opt --neo-to-nvvm %s | FileCheck %s

// Loops of the host are left to its own lowering.

// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: neo.gpu_launch
// CHECK: gpu.module
// CHECK-NOT: scf.
func.func @main(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r = scf.for %i = %z to %n step %o iter_args(%s = %a) -> (tensor<4xf32>) {
    %1 = neo.compute [i: 4] %s[i] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%x: f32):
      %2 = arith.addf %x, %x : f32
      neo.yield %2 : f32
    }
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
