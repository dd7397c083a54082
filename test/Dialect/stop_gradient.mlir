// RUN: neo-opt --canonicalize --split-input-file --verify-diagnostics %s | FileCheck %s

// Stopping once is enough, and integers have no gradient to stop.

// CHECK-LABEL: @twice
// CHECK: %[[C:.*]] = neo.stop_gradient %arg0 : tensor<3xf32>
// CHECK-NEXT: return %[[C]]
func.func @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = neo.stop_gradient %x : tensor<3xf32>
  %1 = neo.stop_gradient %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: @integers
// CHECK-NEXT: return %arg0
func.func @integers(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = neo.stop_gradient %x : tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{operand #0 must be}}
  %0 = neo.stop_gradient %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
