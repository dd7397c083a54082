// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s

// A constant beside a factor that both loops have is not taken out: the rest
// would be the same sum again.

func.func @f(%a: tensor<200x200xf64>, %s: tensor<f64>) -> tensor<f64> {
  %0 = neo.compute [] sum [j: 200, k: 200] %a[j, k], %s[] where (k <= j)
     : (tensor<200x200xf64>, tensor<f64>) -> tensor<f64> {
  ^bb0(%x: f64, %y: f64):
    %c = arith.constant -3.0 : f64
    %p = arith.mulf %c, %y : f64
    %q = arith.divf %p, %x : f64
    neo.yield %q : f64
  }
  return %0 : tensor<f64>
}

// CHECK:     neo.compute [] sum [j: 200, k: 200]
// CHECK-NOT: neo.compute
