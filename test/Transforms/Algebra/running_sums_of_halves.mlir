// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-running-sums{start=0}))' %s | FileCheck %s

// Partial sums of halves are in f32, in which a block may leave the range of
// f16, and are rounded once.

func.func @f(%a: tensor<300xf16>) -> tensor<300xf16> {
  %0 = neo.compute [i: 300] sum [k: 300] %a[k] where (k < i)
     : (tensor<300xf16>) -> tensor<300xf16> {
  ^bb0(%x: f16):
    neo.yield %x : f16
  }
  return %0 : tensor<300xf16>
}

// CHECK:      neo.compute [i0: 19, i1: 16] sum [r0: 16] {{.*}} -> tensor<19x16xf32>
// CHECK:        arith.extf
// CHECK:      neo.compute [i0: 19] sum [r0: 19] {{.*}} -> tensor<19xf32>
// CHECK:      neo.compute [i: 300] {{.*}} if (i - 1 >= 0) else 0.000000e+00, {{.*}} -> tensor<300xf16>
// CHECK:        %[[S:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK:        arith.truncf %[[S]] : f32 to f16
