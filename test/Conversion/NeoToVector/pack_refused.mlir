// RUN: neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// An operand is packed only where a panel of it can be filled and is used,
// and a result is drained only where its tiles make runs.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 0 is not packed: the lanes do not move it}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] pack [0]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: threads share a loop inside which it stays}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [j, i] parallel 2 pack [1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: the lanes are not four or more steps of one loop of the result}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [k: 16] pack [1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: operand 1 is not packed: it is named twice}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [j, i] pack [1, 1]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: '2' is no operand, of which there are 2}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "pack [2]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: threads share loops of the result, and 'order' has the blocks of loop 'k' among them}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [k, j, i] parallel 1 block [k: 8]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is not drained: the lanes lie along it}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [j: 16] order [i, j] parallel 0 drain [i: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x8x16xf32>) -> tensor<64x8x16xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not drained: a tile covers several runs of it}}
  %C = neo.compute [i: 64, h: 8, j: 16] sum [k: 32] %A[i, k], %B[k, 7 - h, j]
       {neo.schedule = "vector [i: 16] tile [h: 2] order [i, h, j] drain [j: 16]"}
     : (tensor<64x32xf32>, tensor<32x8x16xf32>) -> tensor<64x8x16xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x8x16xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is not drained: the loops inside it do not walk neighbours}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] parallel 0 drain [i: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not drained: blocks of 10 do not divide its 64 steps into whole tiles}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] drain [j: 10]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not drained: it is no loop of the result, or threads share it}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, j] parallel 2 drain [j: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<64x32xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not drained: that is for sums that are not cut into blocks}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[j, k]
       {neo.schedule = "vector [i: 16] order [i, k, j] block [k: 16] drain [j: 16]"}
     : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
