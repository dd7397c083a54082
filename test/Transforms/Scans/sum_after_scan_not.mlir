// RUN: neo-opt --neo-sum-after-scans %s | FileCheck %s

// Not a sum that the step reads besides, nor one whose terms are larger than it.

func.func private @read(%w: tensor<8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %p = neo.compute [i: 8] %x[i], %w[i] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  %sum = neo.compute [i: 8] %w[i], %p[i] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    neo.yield %0 : f32
  }
  return %sum, %p : tensor<8xf32>, tensor<8xf32>
}
func.func private @large(%w: tensor<8xf32>, %x: tensor<2x8xf32>) -> tensor<8xf32> {
  %p = neo.compute [j: 2, i: 8] %x[j, i] : (tensor<2x8xf32>) -> tensor<2x8xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %s = neo.compute [i: 8] sum [j: 2] %p[j, i] : (tensor<2x8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %sum = neo.compute [i: 8] %w[i], %s[i] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    neo.yield %0 : f32
  }
  return %sum : tensor<8xf32>
}
func.func @f(%w: tensor<8xf32>, %x: tensor<5x8xf32>, %y: tensor<5x2x8xf32>)
    -> (tensor<8xf32>, tensor<5x8xf32>, tensor<8xf32>) {
  %0:2 = neo.scan @read steps 5 carry(%w) over(%x)
     : (tensor<8xf32>, tensor<5x8xf32>) -> (tensor<8xf32>, tensor<5x8xf32>)
  %1 = neo.scan @large steps 5 carry(%w) over(%y)
     : (tensor<8xf32>, tensor<5x2x8xf32>) -> tensor<8xf32>
  return %0#0, %0#1, %1 : tensor<8xf32>, tensor<5x8xf32>, tensor<8xf32>
}

// CHECK: neo.scan @read steps 5 carry(%arg0) over(%arg1)
// CHECK: neo.scan @large steps 5 carry(%arg0) over(%arg2)
