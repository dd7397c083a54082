// RUN: neo-opt %s --neo-autodiff | FileCheck %s

// The gradient of a read under a congruence has the same congruence, not one
// of a multiple of the index.

// CHECK-LABEL: func.func @f_vjp
// CHECK:         neo.compute [i: 12, j: 16] sum [] %arg1[i, j] where ((i + j) mod 3 == 0)
func.func @f(%x: tensor<12x16xf32>) -> tensor<12x16xf32> {
  %0 = neo.compute [i: 12, j: 16] %x[i, j] if ((i + j) mod 3 == 0) else 0.0
     : (tensor<12x16xf32>) -> tensor<12x16xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<12x16xf32>
}
func.func private @f_vjp(tensor<12x16xf32>, tensor<12x16xf32>) -> tensor<12x16xf32>
