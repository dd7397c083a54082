// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-fuse=explain 2>&1 | FileCheck %s

// Readers that were costed together take the expression together, told once: after
// one of them, the rest would be asked again of a tensor with fewer readers.

// CHECK: remark: computed where it is read
// CHECK-NOT: remark: computed where it is read
// CHECK-LABEL: @readers
// CHECK-COUNT-3: neo.compute [i: 4096] %arg0
// CHECK-NOT: neo.compute
func.func @readers(%X: tensor<4096xf32>)
    -> (tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
  %t = neo.compute [i: 4096] %X[i] : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%x: f32):
    %v = arith.negf %x : f32
    neo.yield %v : f32
  }
  %a = neo.compute [i: 4096] %t[4095 - i] : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%x: f32):
    %v = math.absf %x : f32
    neo.yield %v : f32
  }
  %b = neo.compute [i: 4096] %t[(i + 1) mod 4096] : (tensor<4096xf32>)
      -> tensor<4096xf32> {
  ^bb0(%x: f32):
    %v = math.sqrt %x : f32
    neo.yield %v : f32
  }
  %c = neo.compute [i: 4096] %t[i] : (tensor<4096xf32>) -> tensor<4096xf32> {
  ^bb0(%x: f32):
    %v = arith.mulf %x, %x : f32
    neo.yield %v : f32
  }
  return %a, %b, %c : tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>
}
