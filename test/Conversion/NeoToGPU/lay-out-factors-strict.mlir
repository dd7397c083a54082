// Terms of a strict module are added in their order; other attributes are kept.
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-lay-out-factors))' | FileCheck %s
// RUN: sed 's/neo.strict//' %s | neo-opt --pass-pipeline='builtin.module(func.func(neo-lay-out-factors))' | FileCheck %s --check-prefix FREE

// CHECK: sum [c: 64, r: 3, s: 3] {{.*}} {note = 1 : i64}
// FREE: sum [r: 3, s: 3, c: 64] {{.*}} {note = 1 : i64}
module attributes {neo.strict} {
func.func @main(%x: tensor<8x64x56x56xf16>, %w: tensor<64x64x3x3xf16>)
    -> tensor<8x64x56x56xf16> {
  %y = neo.compute [b: 8, k: 64, p: 56, q: 56] sum [c: 64, r: 3, s: 3]
         %x[b, c, p + r - 1, q + s - 1]
           if (p + r - 1 >= 0, 56 - p - r >= 0, q + s - 1 >= 0, 56 - q - s >= 0)
           else 0.0,
         %w[k, c, r, s] {note = 1 : i64}
     : (tensor<8x64x56x56xf16>, tensor<64x64x3x3xf16>) -> tensor<8x64x56x56xf16> {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.mulf %a, %b : f16
    neo.yield %0 : f16
  }
  return %y : tensor<8x64x56x56xf16>
}
}
