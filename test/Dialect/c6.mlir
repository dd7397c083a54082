// RUN: neo-opt %s --split-input-file --verify-diagnostics
//
// (C6) The body takes one scalar per operand and yields one scalar of the result's
// element type.

// No argument for the operand.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{body takes 0 scalars for 1 operands (C6)}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
    %c = arith.constant 0.0 : f32
    neo.yield %c : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// An argument of another type.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{body argument #0 is 'f64', the operand holds 'f32' (C6)}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f64):
    %c = arith.truncf %a : f64 to f32
    neo.yield %c : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// Another type than the result holds.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{yields 'f64' for a result of 'f32' (C6)}}
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %c = arith.extf %a : f32 to f64
    neo.yield %c : f64
  }
  return %0 : tensor<4xf32>
}

// -----

// A position is an i64.
func.func @f(%A: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{yields 'f32' for a result of 'f32' (C6)}}
  %0 = neo.compute [i: 4] argmax [r: 2] %A[2 * i + r] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %0 : tensor<4xf32>
}
