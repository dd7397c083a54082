// RUN: neo-opt %s --split-input-file --verify-diagnostics

// (C5) A guarded operand has a pad of its element type, an unguarded one has none.

// A truth value as the pad of numbers.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad of an operand of 'f32' must be a number: write 1 for true, 0 for false (C5)}}
     true : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// A truth value as the pad of integers.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad of an operand of 'i32' must be a number}}
     false : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0 : tensor<4xi32>
}

// -----

// A truth value as the pad of truth values.
func.func @f(%A: tensor<8xi1>) -> tensor<4xi1> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else true : (tensor<8xi1>) -> tensor<4xi1> {
  ^bb0(%a: i1):
    neo.yield %a : i1
  }
  return %0 : tensor<4xi1>
}
