// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra{start=0 strict=true}))' %s | FileCheck %s
// RUN: sed 's/^module {/module attributes {neo.strict} {/' %s | env NEO_TARGET=avx512 neo-opt --neo-optimize | FileCheck %s
// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-algebra{start=0}))' %s | FileCheck %s --check-prefix=FREE

// With `strict`, as an option or as an attribute of the module, the order stays.

module {
func.func @f(%a: tensor<64x64xf64>, %b: tensor<64x64xf64>,
             %c: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %0 = neo.compute [i: 64, j: 64] sum [k: 64, l: 64]
         %a[i, k], %b[k, l], %c[l, j]
     : (tensor<64x64xf64>, tensor<64x64xf64>, tensor<64x64xf64>)
       -> tensor<64x64xf64> {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.mulf %p, %z : f64
    neo.yield %q : f64
  }
  return %0 : tensor<64x64xf64>
}
}

// CHECK:      neo.compute [i: 64, j: 64] sum [k: 64, l: 64]
// FREE-NOT:   neo.compute [i: 64, j: 64] sum [k: 64, l: 64]
