// RUN: neo-opt %s --neo-stable-forms | FileCheck %s

// The argument x > 0 ? -x : x of a softplus is not positive, so exp(it) cannot overflow
// and its logarithm needs no maximum: the body stays as it is.

func.func @softplus(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: arith.select
  // CHECK-NOT: math.absf
  // CHECK: math.exp
  // CHECK-NOT: arith.maximumf
  // CHECK: math.log1p
  %0 = neo.compute [i: 8] %x[i] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %positive = arith.cmpf ogt, %a, %zero : f32
    %negated = arith.negf %a : f32
    %u = arith.select %positive, %negated, %a : f32
    %e = math.exp %u : f32
    %l = math.log1p %e : f32
    neo.yield %l : f32
  }
  return %0 : tensor<8xf32>
}
