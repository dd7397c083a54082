// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-order-products{explain=true}))' %s 2>&1 | FileCheck %s

// A chain of nine matrices: more factors than have all their orders compared.
// The cheapest pair comes first, again and again.

// CHECK: remark: the product is computed by 8 operators in {{[0-9]+}} cycles, at once it takes {{[0-9]+}}; of its 9 factors the cheapest pair came first, not all orders were compared
// CHECK-COUNT-8: neo.compute [{{.*}}: 20, {{.*}}: 20] sum [{{.*}}: 20] %
// CHECK-NOT:     neo.compute
func.func @chain(%m0: tensor<20x20xf64>, %m1: tensor<20x20xf64>, %m2: tensor<20x20xf64>, %m3: tensor<20x20xf64>, %m4: tensor<20x20xf64>, %m5: tensor<20x20xf64>, %m6: tensor<20x20xf64>, %m7: tensor<20x20xf64>, %m8: tensor<20x20xf64>)
    -> tensor<20x20xf64> {
  %0 = neo.compute [a: 20, j: 20] sum [b: 20, c: 20, d: 20, e: 20, f: 20, g: 20, h: 20, i: 20]
         %m0[a, b], %m1[b, c], %m2[c, d], %m3[d, e], %m4[e, f], %m5[f, g], %m6[g, h], %m7[h, i], %m8[i, j]
     : (tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>, tensor<20x20xf64>)
       -> tensor<20x20xf64> {
  ^bb0(%x0: f64, %x1: f64, %x2: f64, %x3: f64, %x4: f64, %x5: f64, %x6: f64, %x7: f64, %x8: f64):
    %p1 = arith.mulf %x0, %x1 : f64
    %p2 = arith.mulf %p1, %x2 : f64
    %p3 = arith.mulf %p2, %x3 : f64
    %p4 = arith.mulf %p3, %x4 : f64
    %p5 = arith.mulf %p4, %x5 : f64
    %p6 = arith.mulf %p5, %x6 : f64
    %p7 = arith.mulf %p6, %x7 : f64
    %p8 = arith.mulf %p7, %x8 : f64
    neo.yield %p8 : f64
  }
  return %0 : tensor<20x20xf64>
}
