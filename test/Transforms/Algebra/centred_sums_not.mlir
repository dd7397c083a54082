// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{explain}))' 2>%t | FileCheck %s
// RUN: FileCheck %s --allow-empty --check-prefix=SAYS < %t

// SAYS-NOT: differences to the mean

// Not a mean: divided by another number. Not the same terms: another tensor,
// other columns. Not a product: a function of the difference.

// CHECK-LABEL: func.func @no_mean(
// CHECK-COUNT-5: sum [j: 6]
// CHECK-NOT:     sum [
// CHECK:         return
func.func @no_mean(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %s = neo.compute [i: 4] sum [j: 6] %x[i, j]
     : (tensor<4x6xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %0 = neo.compute [i: 4] sum [j: 6] %x[i, j], %s[i]
     : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 5.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    neo.yield %q : f32
  }
  %1 = neo.compute [i: 4] sum [j: 6] %y[i, j], %s[i]
     : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 6.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    neo.yield %q : f32
  }
  %2 = neo.compute [i: 4] sum [j: 6] %x[i, 5 - j], %s[i]
     : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 6.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    neo.yield %q : f32
  }
  %3 = neo.compute [i: 4] sum [j: 6] %x[i, j], %s[i]
     : (tensor<4x6xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    %n = arith.constant 6.0 : f32
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    %q = math.exp %d : f32
    %p = arith.mulf %q, %d : f32
    neo.yield %p : f32
  }
  return %0, %1, %2, %3
    : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
