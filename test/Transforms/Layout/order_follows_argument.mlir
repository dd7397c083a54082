// RUN: neo-opt --neo-order %s | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order))" %s

// Exponentials of a transpose, transposed back: they take the order of what
// they are made of and of what is made of them. The guard, the position in the
// body and the names of loops move along.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[E:.*]] = neo.compute [i: 40, j: 30] %arg0[i, j] if (j - 2 >= 0) else 1.0
// CHECK:           neo.index 1
// CHECK:         neo.compute [i: 40, j: 30] %[[E]][i, j], %arg1[i]
func.func @f(%x: tensor<40x30xf32>, %s: tensor<40xf32>) -> tensor<40x30xf32> {
  %e = neo.compute [j: 30, i: 40] %x[i, j] if (j >= 2) else 1.0
     : (tensor<40x30xf32>) -> tensor<30x40xf32> {
  ^bb0(%a: f32):
    %n = neo.index 0 : index
    %k = arith.index_cast %n : index to i32
    %r = arith.sitofp %k : i32 to f32
    %0 = math.exp %a : f32
    %1 = arith.addf %0, %r : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 40, j: 30] %e[j, i], %s[i]
     : (tensor<30x40xf32>, tensor<40xf32>) -> tensor<40x30xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %b : f32
    neo.yield %0 : f32
  }
  return %y : tensor<40x30xf32>
}
