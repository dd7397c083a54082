// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-selected-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-selected-sums{start=0}))" %s

// A one-hot matrix, built and transposed before, multiplies a table: the rows are
// gathered. Numbers of no row give 0, as do those for which a condition fails.

func.func @f(%i: tensor<40xi32>, %w: tensor<70x16xf32>)
    -> (tensor<40x16xf32>, tensor<40x16xf32>) {
  %one_hot = neo.compute [v: 70, n: 40] %i[n] : (tensor<40xi32>) -> tensor<70x40xf32> {
  ^bb0(%a: i32):
    %v = neo.index 0 : index
    %m = arith.index_cast %v : index to i32
    %q = arith.cmpi eq, %a, %m : i32
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %s = arith.select %q, %one, %zero : f32
    neo.yield %s : f32
  }
  %rows = neo.compute [n: 40, c: 16] sum [v: 70] %one_hot[v, n], %w[v, c]
     : (tensor<70x40xf32>, tensor<70x16xf32>) -> tensor<40x16xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  %some = neo.compute [n: 40, c: 16] sum [v: 70] %one_hot[v, n], %w[v, c] where (v <= n)
     : (tensor<70x40xf32>, tensor<70x16xf32>) -> tensor<40x16xf32> {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %y : f32
    neo.yield %p : f32
  }
  return %rows, %some : tensor<40x16xf32>, tensor<40x16xf32>
}

// CHECK:         neo.gather [n: 40, c: 16] %arg1[%{{.*}}[n], c]
// CHECK:         neo.compute [n: 40, c: 16] %{{.*}}[n, c], %arg0[n]
// CHECK:         neo.gather [n: 40, c: 16] %arg1[%{{.*}}[n], c]
// CHECK:         neo.compute [n: 40, c: 16] %{{.*}}[n, c], %arg0[n]
// CHECK:           %[[N:.*]] = neo.index 0 : index
// CHECK:           arith.addi %[[N]], %
// CHECK-NOT:     sum [
