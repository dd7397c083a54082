// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products))' %s | FileCheck %s
// RUN: neo-run --entry=inference --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// Two layers without anything between them. The same weights in every run are
// multiplied in the first one, which costs nothing later.

// CHECK-LABEL: func.func @inference(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x64xf32>, %[[V:[^:]*]]: tensor<64x48xf32>
// CHECK-SAME:    %[[W:[^:]*]]: tensor<48x32xf32>
// CHECK:         %[[P:.*]] = neo.compute {{.*}} sum [j: 48]
// CHECK-SAME:      %[[V]][{{.*}}], %[[W]][
// CHECK:         neo.compute [n: 4, k: 32] sum [i: 64]
// CHECK-DAG:       %[[X]][n, i]
// CHECK-DAG:       %[[P]][
func.func @inference(%x: tensor<4x64xf32>, %v: tensor<64x48xf32> {neo.fixed},
                     %w: tensor<48x32xf32> {neo.fixed}) -> tensor<4x32xf32> {
  %y = neo.compute [n: 4, k: 32] sum [i: 64, j: 48] %x[n, i], %v[i, j], %w[j, k]
     : (tensor<4x64xf32>, tensor<64x48xf32>, tensor<48x32xf32>)
       -> tensor<4x32xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    neo.yield %q : f32
  }
  return %y : tensor<4x32xf32>
}

// Weights that change are not.

// CHECK-LABEL: func.func @training(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x64xf32>, %[[V:[^:]*]]: tensor<64x48xf32>
// CHECK:         neo.compute {{.*}} sum [i: 64]
// CHECK-SAME:      %[[X]][n, i], %[[V]][
func.func @training(%x: tensor<4x64xf32>, %v: tensor<64x48xf32>,
                    %w: tensor<48x32xf32>) -> tensor<4x32xf32> {
  %y = neo.compute [n: 4, k: 32] sum [i: 64, j: 48] %x[n, i], %v[i, j], %w[j, k]
     : (tensor<4x64xf32>, tensor<64x48xf32>, tensor<48x32xf32>)
       -> tensor<4x32xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    neo.yield %q : f32
  }
  return %y : tensor<4x32xf32>
}

// What is the same in every run altogether has an order of its own: a vector
// first.

// CHECK-LABEL: func.func @all_fixed(
// CHECK:         neo.compute {{.*}} sum [j: 48]
// CHECK-NEXT:    ^bb0
// CHECK:         neo.compute {{.*}} sum [i: 64]
func.func @all_fixed(%v: tensor<64x48xf32> {neo.fixed},
                     %w: tensor<48xf32> {neo.fixed},
                     %u: tensor<32x64xf32> {neo.fixed}) -> tensor<32xf32> {
  %y = neo.compute [k: 32] sum [i: 64, j: 48] %u[k, i], %v[i, j], %w[j]
     : (tensor<32x64xf32>, tensor<64x48xf32>, tensor<48xf32>) -> tensor<32xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    neo.yield %q : f32
  }
  return %y : tensor<32xf32>
}
