// RUN: neo-opt --convert-neo-to-linalg %s | FileCheck %s

// Conversions in bodies of neo are defined everywhere; those of others, of tensors
// and in a named operation of linalg, keep their form.

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     arith.cmpf
// CHECK:         linalg.matmul
// CHECK-NOT:     arith.cmpf
// CHECK:         arith.fptosi %{{.*}} : tensor<3xf64> to tensor<3xi64>
// CHECK:         linalg.generic
// CHECK:           arith.cmpf
// CHECK:           arith.fptosi
func.func @f(%a: tensor<3x4xf32>, %b: tensor<4x3xf32>, %o: tensor<3x3xi32>,
             %c: tensor<3xf64>) -> (tensor<3x3xi32>, tensor<3xi64>, tensor<3xi64>) {
  %0 = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x3xf32>)
                     outs(%o : tensor<3x3xi32>) -> tensor<3x3xi32>
  %1 = arith.fptosi %c : tensor<3xf64> to tensor<3xi64>
  %2 = neo.compute [i: 3] %c[i] : (tensor<3xf64>) -> tensor<3xi64> {
  ^bb0(%x: f64):
    %3 = arith.fptosi %x : f64 to i64
    neo.yield %3 : i64
  }
  return %0, %1, %2 : tensor<3x3xi32>, tensor<3xi64>, tensor<3xi64>
}
