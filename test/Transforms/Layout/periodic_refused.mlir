// RUN: neo-opt %s -o %t.0 && neo-opt --neo-extend-periodic %s -o %t.1 && diff %t.0 %t.1
// RUN: neo-opt --neo-extend-periodic=explain %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: operand #0 does not read a periodic copy, of 67 elements used 3 times each
func.func @short_period(%a: tensor<4xf32>, %w: tensor<64xf32>) -> tensor<4x64xf32> {
  %0 = neo.compute [j: 4, i: 64] %a[(i + j) mod 4], %w[i]
     : (tensor<4xf32>, tensor<64xf32>) -> tensor<4x64xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<4x64xf32>
}

// CHECK: remark: operand #0 does not read a periodic copy, of 9 elements used 1 times each
func.func @seldom_used(%a: tensor<8xf32>) -> tensor<8x2xf32> {
  %0 = neo.compute [i: 8, j: 2] %a[(i + j) mod 8] : (tensor<8xf32>) -> tensor<8x2xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %0 : tensor<8x2xf32>
}

// The inner part of one loop, and an index that a guard keeps in bounds.

// CHECK-NOT: remark
func.func @others(%a: tensor<9x8xf32>, %b: tensor<5xf32>) -> tensor<9x24xf32> {
  %0 = neo.compute [i: 9, j: 24] sum [k: 8]
         %a[i, j mod 8], %b[(j + k) mod 8 - 3] if ((j + k) mod 8 >= 3) else 0.0
     : (tensor<9x8xf32>, tensor<5xf32>) -> tensor<9x24xf32> {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.mulf %x, %y : f32
    neo.yield %1 : f32
  }
  return %0 : tensor<9x24xf32>
}
