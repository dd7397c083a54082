// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-group))' | FileCheck %s

// What the gradient says of exp(x - m) is what the kernel has in its row: it is
// read, though its operands come the other way round. What is not the same, as
// exp(m - x), is computed.

func.func @both(%x: tensor<64x96xf32>, %dy: tensor<64x96xf32>)
    -> (tensor<64x96xf32>, tensor<64x96xf32>, tensor<64x96xf32>) {
  %m = neo.compute [i: 64] max [j: 96] %x[i, j]
     : (tensor<64x96xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %e = neo.compute [i: 64, j: 96] %x[i, j], %m[i]
     : (tensor<64x96xf32>, tensor<64xf32>) -> tensor<64x96xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  %d = neo.compute [p: 64, q: 96] %m[p], %dy[p, q], %x[p, q]
     : (tensor<64xf32>, tensor<64x96xf32>, tensor<64x96xf32>)
       -> tensor<64x96xf32> {
  ^bb0(%b: f32, %c: f32, %a: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.mulf %c, %1 : f32
    neo.yield %2 : f32
  }
  %f = neo.compute [p: 64, q: 96] %m[p], %x[p, q]
     : (tensor<64xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> {
  ^bb0(%b: f32, %a: f32):
    %0 = arith.subf %b, %a : f32
    %1 = math.exp %0 : f32
    neo.yield %1 : f32
  }
  return %e, %d, %f : tensor<64x96xf32>, tensor<64x96xf32>, tensor<64x96xf32>
}

// CHECK:     neo.kernel [i: 64]
// CHECK:       %[[E:.*]] = neo.compute [i: 64, j: 96] %[[X:.*]][i, j], %[[M:.*]][i]
// CHECK:         math.exp
// CHECK:       neo.compute [i: 64, j: 96] %[[DY:.*]][i, j], %[[E]][i, j] :
// CHECK-NEXT:  ^bb0(%[[C:.*]]: f32, %[[A:.*]]: f32):
// CHECK-NEXT:    arith.mulf %[[C]], %[[A]]
// CHECK-NEXT:    neo.yield
// CHECK:       neo.compute [i: 64, j: 96] %[[M]][i], %[[X]][i, j]
// CHECK:         math.exp
