// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C5) A guarded operand has a pad of its element type, an unguarded one has none.

// A pad that its type does not hold.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad does not fit 'i32' (C5)}}
     2147483648 : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0 : tensor<4xi32>
}

// -----

// A finite pad that would become infinite.
func.func @f(%A: tensor<8xf16>) -> tensor<4xf16> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad does not fit 'f16': write inf, or a smaller number (C5)}}
     1.0e6 : (tensor<8xf16>) -> tensor<4xf16> {
  ^bb0(%a: f16):
    neo.yield %a : f16
  }
  return %0 : tensor<4xf16>
}
