// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain=true}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s

// Mish and its derivative, as it is derived: one exponential each, which does not
// overflow, and one division; the derivative has another, of 1 by what the first
// divides by, instead of one by its square and one by 1 + exp(x). Polynomials
// begin with 1, so that nothing is halved.

func.func @f(%x: tensor<9xf64>, %g: tensor<9xf64>) -> (tensor<9xf64>, tensor<9xf64>) {
  %y = neo.compute [i: 9] %x[i] : (tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %s = arith.addf %one, %e : f64
    %l = math.log %s : f64
    %t = math.tanh %l : f64
    %m = arith.mulf %a, %t : f64
    neo.yield %m : f64
  }
  %d = neo.compute [i: 9] %x[i], %g[i] : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> {
  ^bb0(%a: f64, %b: f64):
    %one = arith.constant 1.0 : f64
    %e = math.exp %a : f64
    %s = arith.addf %one, %e : f64
    %l = math.log %s : f64
    %t = math.tanh %l : f64
    %0 = arith.mulf %b, %t : f64
    %1 = arith.mulf %b, %a : f64
    %2 = arith.mulf %t, %t : f64
    %3 = arith.subf %one, %2 : f64
    %4 = arith.mulf %1, %3 : f64
    %5 = arith.divf %4, %s : f64
    %6 = arith.mulf %5, %e : f64
    %7 = arith.addf %0, %6 : f64
    neo.yield %7 : f64
  }
  return %y, %d : tensor<9xf64>, tensor<9xf64>
}

// CHECK:           remark: its functions take a form that does not overflow: {{.*}} operations per point, as written {{.*}}
// CHECK:           remark: its functions take a form that does not overflow: {{.*}} operations per point, as written {{.*}}
// CHECK-LABEL:     func.func @f(
// CHECK:           %[[E:.*]] = math.exp
// CHECK:           %[[TWO:.*]] = arith.constant 2.0
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[E]], %[[TWO]]
// CHECK-NEXT:      %[[ABOVE:.*]] = arith.mulf %[[S]], %[[E]]
// CHECK-NEXT:      %[[BELOW:.*]] = arith.addf %[[ABOVE]], %[[TWO]]
// CHECK-NEXT:      arith.divf %[[ABOVE]], %[[BELOW]]
// CHECK-NOT:       math.
// CHECK-NOT:       arith.divf
// CHECK:           neo.yield
// CHECK:           neo.compute
// CHECK-COUNT-1:   math.exp
// CHECK-NOT:       math.
// CHECK:           arith.divf %[[N:.*]], %[[D:.*]] : f64
// CHECK:           arith.divf %{{.*}}, %[[D]] : f64
// CHECK-NOT:       arith.divf
// CHECK:           neo.yield
