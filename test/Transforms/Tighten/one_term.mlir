// RUN: neo-opt --neo-tighten="explain" %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-tighten))" --rtol=1e-12 %s

// An equation that leaves one term leaves no sum; the value of the loop that is
// gone becomes arithmetic on those that stay.

// CHECK: remark: its terms are 8 instead of 32
// CHECK: func.func
func.func @f(%A: tensor<8x4xf64>) -> tensor<8xf64> {
  %C = neo.compute [i: 8] sum [k: 4] %A[i, k] where (i floordiv 2 - k == 0)
     : (tensor<8x4xf64>) -> tensor<8xf64> {
  ^bb0(%a: f64):
    %k = neo.index 1 : index
    %l = arith.index_cast %k : index to i64
    %f = arith.sitofp %l : i64 to f64
    %0 = arith.mulf %a, %f : f64
    neo.yield %0 : f64
  }
  return %C : tensor<8xf64>
}
// CHECK:     = neo.compute [
// CHECK-NOT: sum
