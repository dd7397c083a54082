// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra{explain=true}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --rtol=1e-12 --check-pipeline="builtin.module(func.func(neo-algebra))" %s

// What does not depend on the reduction is multiplied once; each operand of the
// other sum is summed before it meets the other, one of them as for the first
// result. A loop that nothing depends on is its extent.

func.func @f(%a: tensor<64xf64>, %b: tensor<64x512xf64>, %c: tensor<64x90xf64>)
    -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>) {
  %0 = neo.compute [i: 64] sum [k: 512] %a[i], %b[i, k]
     : (tensor<64xf64>, tensor<64x512xf64>) -> tensor<64xf64> {
  ^bb0(%x: f64, %y: f64):
    %e = math.exp %x : f64
    %q = arith.divf %y, %e : f64
    neo.yield %q : f64
  }
  %1 = neo.compute [i: 64] sum [j: 512, k: 90] %b[i, j], %c[i, k]
     : (tensor<64x512xf64>, tensor<64x90xf64>) -> tensor<64xf64> {
  ^bb0(%x: f64, %y: f64):
    %q = arith.mulf %x, %y : f64
    neo.yield %q : f64
  }
  %2 = neo.compute [i: 64] sum [k: 512] %a[i] : (tensor<64xf64>) -> tensor<64xf64> {
  ^bb0(%x: f64):
    neo.yield %x : f64
  }
  return %0, %1, %2 : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>
}

// CHECK:       remark: the product is computed by 2 operators
// CHECK:       remark: the product is computed by {{[23]}} operators
// CHECK:       remark: its terms do not depend on all loops: they are counted, not added, 512 times
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<64xf64>, %[[B:[^:]*]]: tensor<64x512xf64>, %[[C:[^:]*]]: tensor<64x90xf64>)
// CHECK:         %[[S:.*]] = neo.compute [i: 64] sum [k: 512] %[[B]][i, k]
// CHECK:         neo.compute [i: 64] %[[S]][i], %[[A]][i]
// CHECK:           math.exp
// CHECK:           arith.divf
// CHECK:         neo.compute [i: 64] sum [k: 90] %[[S]][i], %[[C]][i, k]
// CHECK:         neo.compute [i: 64] %[[A]][i]
// CHECK:           arith.constant 5.120000e+02
