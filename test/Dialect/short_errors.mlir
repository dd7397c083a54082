// RUN: not neo-opt %s 2>&1 | FileCheck %s
// RUN: not neo-opt %s --mlir-print-op-on-diagnostic=true 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LONG
// RUN: not neo-run %s 2>&1 | FileCheck %s

// An error is its message alone; the operation is printed on request.

// CHECK: error: 'neo.compute' op index 'i' of operand #0 is 4 at i = 4
// CHECK-NOT: see current operation
// LONG: error: 'neo.compute' op index 'i' of operand #0 is 4 at i = 4
// LONG: see current operation
func.func @f(%A: tensor<4xf32>) -> tensor<5xf32> {
  %0 = neo.compute [i: 5] %A[i] : (tensor<4xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<5xf32>
}
