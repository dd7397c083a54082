// RUN: neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What no kernel can be made of is refused in one sentence.

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'm' is no loop of the nest, whose loops are i, j, k}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [m: 16]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: a vector has a power of two of lanes, at most 64, and not 12}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 12]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: lanes are filled by loops of the result or by reduction loops, and loop 'k' is of the other kind}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 8, k: 2]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'k' is a reduction: its steps are written out by 'unroll' and not by 'tile'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "tile [k: 2]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: the tile has 65 steps of loop 'i', which has 64}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "tile [i: 65]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'order' names each loop of the result once, and no other}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "order [i]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'parallel' counts loops of 'order', of which there are 2}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "parallel 3"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'i' is not unrolled: that is for reduction loops of known extent that fill no lanes, each once}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "unroll [i]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: blocks of 20 do not divide loop 'k', of 32 steps, into whole vectors}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [k: 16] block [k: 20]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: blocks of 40 are longer than loop 'k', of 32 steps}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "block [k: 40]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'faster' is none of vector, tile, order, parallel, unroll, apart, group, block, drain and pack}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "faster"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: expected ':' and a number after 'i'}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "tile [i 2]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j' is not walked in groups of 4: that is for reduction loops of known extent, no shorter, that fill no lanes and are not unrolled}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [i: 16] group [j: 4]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'k' is not walked in groups: blocks of a reduction and packed operands end elsewhere}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] group [k: 4] block [k: 8]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = neo.kernel [i: 64] (%a = %x)
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    // expected-error @+1 {{this neo.schedule cannot be followed: the statements of its neo.kernel go row by row together; leave it out, or take the statement out of the neo.kernel}}
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
         {neo.schedule = "vector [j: 16]"}
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}

// -----

func.func @f(%A: tensor<64x20xf32>, %B: tensor<20xf32>) -> tensor<64x20xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: loop 'j', of 20 steps, shares the lanes with another and so needs a multiple of 8, or fewer of them}}
  %C = neo.compute [i: 64, j: 20] %A[i, j], %B[j]
       {neo.schedule = "vector [i: 2, j: 8]"}
     : (tensor<64x20xf32>, tensor<20xf32>) -> tensor<64x20xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x20xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: '-3' is not a number from 1 to 2^24}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: -3]"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
