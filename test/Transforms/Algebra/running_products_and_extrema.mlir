// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-running-sums{start=0}))" %s

// Other reductions, and other places of the condition: a pad that adds nothing,
// or of which the term is made that does, or a select in the body.

func.func @f(%a: tensor<200xi32>, %b: tensor<200x3xi64>, %v: tensor<200xf32>,
             %w: tensor<200xf32>)
    -> (tensor<200xi32>, tensor<200xi32>, tensor<200x3xi64>, tensor<200xf32>) {
  %product = neo.compute [i: 200] prod [k: 200] %a[k] if (k <= i) else 1
     : (tensor<200xi32>) -> tensor<200xi32> {
  ^bb0(%x: i32):
    neo.yield %x : i32
  }
  %others = neo.compute [i: 200] prod [k: 200] %a[k] if (k < i) else 0
     : (tensor<200xi32>) -> tensor<200xi32> {
  ^bb0(%x: i32):
    %one = arith.constant 1 : i32
    %0 = arith.subi %one, %x : i32
    neo.yield %0 : i32
  }
  %largest = neo.compute [i: 200, p: 3] max [k: 200] %b[k, p] where (k <= i)
     : (tensor<200x3xi64>) -> tensor<200x3xi64> {
  ^bb0(%x: i64):
    neo.yield %x : i64
  }
  %selected = neo.compute [i: 200] sum [k: 200] %v[k], %w[k]
     : (tensor<200xf32>, tensor<200xf32>) -> tensor<200xf32> {
  ^bb0(%x: f32, %y: f32):
    %i = neo.index 0 : index
    %k = neo.index 1 : index
    %counts = arith.cmpi slt, %k, %i : index
    %p = arith.mulf %x, %y : f32
    %zero = arith.constant 0.0 : f32
    %term = arith.select %counts, %p, %zero : f32
    neo.yield %term : f32
  }
  return %product, %others, %largest, %selected
    : tensor<200xi32>, tensor<200xi32>, tensor<200x3xi64>, tensor<200xf32>
}

// CHECK:         neo.compute [i0: 13, i1: 16] prod [r0: 16]
// CHECK:         neo.compute [i: 200]
// CHECK:           arith.muli
// CHECK:         neo.compute [i0: 13, i1: 16] prod [r0: 16]
// CHECK:           arith.subi
// CHECK:         neo.compute [i: 200]
// CHECK:         neo.compute [i0: 25, i1: 8, i2: 3] max [r0: 8]
// CHECK:         neo.compute [i: 200, p: 3]
// CHECK:           arith.maxsi
// CHECK:         neo.compute [i0: 13, i1: 16] sum [r0: 16]
// CHECK-SAME:      where (i1 - r0 >= 0
// CHECK:         neo.compute [i: 200]
