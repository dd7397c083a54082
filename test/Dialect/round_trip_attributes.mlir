// RUN: neo-opt %s | neo-opt | FileCheck %s
// RUN: neo-opt %s --mlir-print-op-generic | neo-opt | FileCheck %s

// CHECK-LABEL: func.func @attributes
// CHECK: neo.compute [i: 4] %{{.*}}[i] {note = "kept"} :
func.func @attributes(%A: tensor<4xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] {note = "kept"}
     : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
