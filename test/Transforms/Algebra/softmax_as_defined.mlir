// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms),canonicalize)' %s | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-stable-forms))" %s
// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-stable-forms{explain}))' %s 2>&1 | FileCheck %s --check-prefix=SAYS

// A softmax and its gradient, as autodiff leaves it: e / z, and of the weights
// -1 - 1 + 1 what is between.

// SAYS: remark: its exponentials are of differences to the largest exponent, so that none overflows: finding that takes {{[0-9]+}} cycles
// SAYS-NOT: largest exponent

func.func @f(%x: tensor<4x8xf64>, %dy: tensor<4x8xf64>)
    -> (tensor<4x8xf64>, tensor<4x8xf64>) {
  %e = neo.compute [i: 4, j: 8] %x[i, j] : (tensor<4x8xf64>) -> tensor<4x8xf64> {
  ^bb0(%a: f64):
    %0 = math.exp %a : f64
    neo.yield %0 : f64
  }
  %z = neo.compute [i: 4] sum [j: 8] %e[i, j] : (tensor<4x8xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %y = neo.compute [i: 4, j: 8] %e[i, j], %z[i]
     : (tensor<4x8xf64>, tensor<4xf64>) -> tensor<4x8xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.divf %a, %b : f64
    neo.yield %0 : f64
  }
  %c = neo.compute [i: 4] sum [j: 8] %dy[i, j], %e[i, j], %z[i]
     : (tensor<4x8xf64>, tensor<4x8xf64>, tensor<4xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.negf %0 : f64
    %2 = arith.mulf %c, %c : f64
    %3 = arith.divf %1, %2 : f64
    neo.yield %3 : f64
  }
  %d = neo.compute [i: 4, j: 8] %dy[i, j], %z[i], %c[i], %e[i, j]
     : (tensor<4x8xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x8xf64>)
       -> tensor<4x8xf64> {
  ^bb0(%a: f64, %b: f64, %s: f64, %t: f64):
    %0 = arith.divf %a, %b : f64
    %1 = arith.addf %0, %s : f64
    %2 = arith.mulf %1, %t : f64
    neo.yield %2 : f64
  }
  return %y, %d : tensor<4x8xf64>, tensor<4x8xf64>
}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<4x8xf64>, %[[DY:[^:]*]]: tensor<4x8xf64>)
// CHECK:         %[[T:.*]] = neo.compute [i: 4] max [j: 8] %[[X]][i, j]
// CHECK:         %[[M:.*]] = neo.compute [i: 4] %[[T]][i]
// CHECK:           arith.maximumf
// CHECK:           arith.minimumf
// CHECK:         %[[E:.*]] = neo.compute [i: 4, j: 8] %[[X]][i, j], %[[M]][i]
// CHECK:           %[[U:.*]] = arith.subf
// CHECK-NEXT:      math.exp %[[U]]
// CHECK:         %[[Z:.*]] = neo.compute [i: 4] sum [j: 8] %[[E]][i, j]
// CHECK:         neo.compute [i: 4, j: 8] %[[E]][i, j], %[[Z]][i]
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.divf
// CHECK-NOT:     math.exp
// CHECK:         return
