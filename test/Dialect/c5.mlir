// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C5) A guarded operand has a pad of its element type, an unguarded one has none.

// A guard without a pad.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has no pad (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [affine_set<(i) : (i - 1 >= 0)>], pads = [unit], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A pad without a guard.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{operand #0 has a pad but no guard (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [unit], pads = [0.0 : f32], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A pad of another type.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{pad of operand #0 is 'f64', the operand holds 'f32' (C5)}}
  %0 = "neo.compute"(%A) <{kind = 0 : i32, maps = [affine_map<(i) -> (i)>],
        guards = [affine_set<(i) : (i - 1 >= 0)>], pads = [0.0 : f64], reductionExtents = array<i64>,
        loops = ["i"]}> ({
  ^bb0(%a: f32):
    neo.yield %a : f32
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A fraction as the pad of integers.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else
     // expected-error @below {{pad of an operand of 'i32' must be an integer}}
     0.5 : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0 : tensor<4xi32>
}

// -----

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

// -----

// A truth value as the pad of truth values.
func.func @f(%A: tensor<8xi1>) -> tensor<4xi1> {
  %0 = neo.compute [i: 4] %A[i] if (i < 2) else true : (tensor<8xi1>) -> tensor<4xi1> {
  ^bb0(%a: i1):
    neo.yield %a : i1
  }
  return %0 : tensor<4xi1>
}
