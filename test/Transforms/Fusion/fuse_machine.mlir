// RUN: neo-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(neo-fuse{explain}))' 2>&1 | FileCheck %s

// Evaluating 16M exponentials a second time takes 3 ms. That is less than
// writing and reading them where memory is slow, and more where it is fast.

// CHECK: remark: computed where it is read, which saves 134217728 bytes, -167772160 instructions and 1 launches: 4674.2 us
// CHECK: note: by this operator
func.func @usual(%x: tensor<4096x4096xf32>)
    -> (tensor<16777216xf32>, tensor<4096x4096xf32>) {
  %e = neo.compute [i: 4096, j: 4096] %x[i, j]
     : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    neo.yield %0 : f32
  }
  %t = neo.compute [k: 16777216] %e[k floordiv 4096, k mod 4096]
     : (tensor<4096x4096xf32>) -> tensor<16777216xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %n = neo.compute [i: 4096, j: 4096] %e[i, j]
     : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  ^bb0(%a: f32):
    %0 = arith.negf %a : f32
    neo.yield %0 : f32
  }
  return %t, %n : tensor<16777216xf32>, tensor<4096x4096xf32>
}

// -----

// CHECK: remark: operand #0 stays a tensor: evaluating the producer at every read costs more than memory
module attributes {neo.machine = {memory = 1.0e11, cache = 1.0e11}} {
  func.func @fast(%x: tensor<4096x4096xf32>)
      -> (tensor<16777216xf32>, tensor<4096x4096xf32>) {
    %e = neo.compute [i: 4096, j: 4096] %x[i, j]
       : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    ^bb0(%a: f32):
      %0 = math.exp %a : f32
      neo.yield %0 : f32
    }
    %t = neo.compute [k: 16777216] %e[k floordiv 4096, k mod 4096]
       : (tensor<4096x4096xf32>) -> tensor<16777216xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    %n = neo.compute [i: 4096, j: 4096] %e[i, j]
       : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
    ^bb0(%a: f32):
      %0 = arith.negf %a : f32
      neo.yield %0 : f32
    }
    return %t, %n : tensor<16777216xf32>, tensor<4096x4096xf32>
  }
}
