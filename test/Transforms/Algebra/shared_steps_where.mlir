// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-order-products))" %s

// A condition on terms is applied by one step of a product. What other steps compute
// without it is not taken for the product under the condition.

func.func @f(%a: tensor<12x40xf64>, %b: tensor<12x30xf64>, %c: tensor<30x20xf64>,
             %e: tensor<20x16xf64>, %w: tensor<12xf64>)
    -> (tensor<12x16xf64>, tensor<12x16xf64>) {
  %d = neo.compute [i: 12, j: 16] sum [k: 40, l: 30, m: 20]
         %a[i, k], %b[i, l], %c[l, m], %e[m, j] where (i - 1 >= 0)
     : (tensor<12x40xf64>, tensor<12x30xf64>, tensor<30x20xf64>, tensor<20x16xf64>)
       -> tensor<12x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64, %u: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    %r = arith.mulf %q, %u : f64
    neo.yield %r : f64
  }
  %f = neo.compute [i: 12, j: 16] sum [l: 30, m: 20]
         %w[i], %b[i, l], %c[l, m], %e[m, j] where (i - 1 >= 0)
     : (tensor<12xf64>, tensor<12x30xf64>, tensor<30x20xf64>, tensor<20x16xf64>)
       -> tensor<12x16xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64, %u: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    %r = arith.mulf %q, %u : f64
    neo.yield %r : f64
  }
  return %d, %f : tensor<12x16xf64>, tensor<12x16xf64>
}
