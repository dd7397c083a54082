// RUN: neo-opt %s --pass-pipeline='builtin.module(canonicalize,func.func(neo-delinearize))' | FileCheck %s
// RUN: neo-run --entry=f --check-pipeline="builtin.module(canonicalize,func.func(neo-delinearize))" %s

// What a running sum reads stays a vector, and the loop of its terms whole:
// otherwise no pass would see that all elements have the same terms.

// CHECK-LABEL: func.func @f(
// CHECK:         %[[FLAT:.*]] = neo.compute [d: 60]
// CHECK:         neo.compute [i: 60] sum [k: 60] %[[FLAT]][k] if (i - k >= 0)
func.func @f(%x: tensor<12x5xf64>) -> tensor<60xf64> {
  %0 = neo.compute [d: 60] %x[d floordiv 5, d mod 5] : (tensor<12x5xf64>) -> tensor<60xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %1 = neo.compute [i: 60] sum [k: 60] %0[k] if (k <= i) else 0.0
     : (tensor<60xf64>) -> tensor<60xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  return %1 : tensor<60xf64>
}

// Each element of a product with a triangle has rows of its own to read.
// CHECK-LABEL: func.func @triangle(
// CHECK:         neo.compute [i: 12] sum [k0: 3, k1: 4] %{{.*}}[i, k0, k1]
func.func @triangle(%x: tensor<12x3x4xf64>) -> tensor<12xf64> {
  %0 = neo.compute [r: 12, c: 12] %x[r, c floordiv 4, c mod 4] : (tensor<12x3x4xf64>) -> tensor<12x12xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %1 = neo.compute [i: 12] sum [k: 12] %0[i, k] if (k <= i) else 0.0
     : (tensor<12x12xf64>) -> tensor<12xf64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  return %1 : tensor<12xf64>
}
