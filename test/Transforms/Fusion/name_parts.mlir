// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s
// RUN: neo-run --rtol=1e-5 --check-pipeline="builtin.module(func.func(neo-group))" %s

// A softmax that says its exponential twice: inside the kernel it is computed
// once, by a statement of its own, which the sum and the quotient read.

func.func @main(%x: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %m = neo.compute [i: 64] max [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %s = neo.compute [i: 64] sum [j: 96] %x[i, j], %m[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [p: 64, q: 96] %x[p, q], %m[p], %s[p]
     : (tensor<64x96xf32>, tensor<64xf32>, tensor<64xf32>)
       -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %c : f32
    neo.yield %2 : f32
  }
  return %y : tensor<64x96xf32>
}

// CHECK:     neo.kernel [i: 64]
// CHECK:       %[[M:.*]] = neo.compute [i: 64] max [j: 96]
// CHECK:       %[[E:.*]] = neo.compute [i: 64, j: 96] %{{.*}}[i, j], %[[M]][i]
// CHECK:         math.exp
// CHECK:       %[[S:.*]] = neo.compute [i: 64] sum [j: 96] %[[E]][i, j]
// CHECK-NOT:     math.exp
// CHECK:       neo.compute [i: 64, j: 96] %[[S]][i], %[[E]][i, j]
// CHECK-NOT:     math.exp
// CHECK:         arith.divf
