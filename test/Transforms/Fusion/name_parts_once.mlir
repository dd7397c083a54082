// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s

// Three statements share an exponential: it is named once, though both the first
// and the second have a later one that shares it.

func.func @three(%x: tensor<64x96xf32>, %dy: tensor<64x96xf32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<64x96xf32>) {
  %s = neo.compute [i: 64] sum [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %t = neo.compute [i: 64] sum [j: 96] %x[i, j], %dy[i, j]
     : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.mulf %0, %b : f32
    neo.yield %1 : f32
  }
  %y = neo.compute [i: 64, j: 96] %x[i, j], %s[i], %t[i]
     : (tensor<64x96xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = math.exp %a : f32
    %1 = arith.divf %0, %b : f32
    %2 = arith.addf %1, %c : f32
    neo.yield %2 : f32
  }
  return %s, %t, %y : tensor<64xf32>, tensor<64xf32>, tensor<64x96xf32>
}

// CHECK:       neo.kernel [i: 64]
// CHECK:         %[[E:.*]] = neo.compute [i: 64, j: 96]
// CHECK:           math.exp
// CHECK-NOT:     math.exp
// CHECK:         neo.compute [i: 64] sum [j: 96] %[[E]][i, j]
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      neo.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    neo.compute [i: 64] sum [j: 96] {{.*}}%[[E]][i, j]
// CHECK:         neo.compute [i: 64, j: 96] {{.*}}%[[E]][i, j]
// CHECK:         neo.results
