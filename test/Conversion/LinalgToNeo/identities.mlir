// RUN: neo-opt %s --convert-linalg-to-neo | FileCheck %s

// The value of no terms is recognised for every kind: one operator each.
// CHECK-LABEL: func.func @identities
// CHECK: neo.compute {{.*}} sum
// CHECK: neo.compute {{.*}} prod
// CHECK: neo.compute {{.*}} max
// CHECK: neo.compute {{.*}} min
// CHECK: neo.compute {{.*}} max
// CHECK: neo.compute {{.*}} and
// CHECK-NOT: neo.compute
func.func @identities(%A: tensor<4x6xf32>, %I: tensor<4x6xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<4xi32>, tensor<4xi32>) {
  %zero = arith.constant dense<-0.0> : tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %least = arith.constant dense<0xFF800000> : tensor<4xf32>
  %most = arith.constant dense<0x7F800000> : tensor<4xf32>
  %first = arith.constant dense<-2147483648> : tensor<4xi32>
  %all = arith.constant dense<-1> : tensor<4xi32>
  %0 = linalg.reduce { arith.addf } ins(%A : tensor<4x6xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.mulf } ins(%A : tensor<4x6xf32>) outs(%one : tensor<4xf32>) dimensions = [1]
  %2 = linalg.reduce { arith.maximumf } ins(%A : tensor<4x6xf32>) outs(%least : tensor<4xf32>) dimensions = [1]
  %3 = linalg.reduce { arith.minimumf } ins(%A : tensor<4x6xf32>) outs(%most : tensor<4xf32>) dimensions = [1]
  %4 = linalg.reduce { arith.maxsi } ins(%I : tensor<4x6xi32>) outs(%first : tensor<4xi32>) dimensions = [1]
  %5 = linalg.reduce { arith.andi } ins(%I : tensor<4x6xi32>) outs(%all : tensor<4xi32>) dimensions = [1]
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}
