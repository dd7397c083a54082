// RUN: neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What a kernel of rows cannot be made by is said.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: 'lines' is none of rows, vectors, stages, ask and chunk}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "lines 4"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows: 'many' is not a number from 1 to 2^24}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows many"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: nothing follows rows}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows is said twice}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 2 rows 4"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows and vectors: no more than 64 vectors go together}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 16 vectors 8"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: ask: 'soon' is none of nothing, far and near}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "ask soon"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: it is not a string}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = 4 : i64}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows: a number from 1 to 16 is wanted}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 17"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: vectors: a number from 1 to 16 is wanted}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "vectors 32"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: its passes make 2 stages, or 1}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "stages 3"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: rows: stages want a divisor of 64}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 3 stages 2"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: chunk: nothing is reduced over the rows}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "chunk 16"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
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

func.func @f(%x: tensor<32x64xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: ask: no operand lies along the lanes and moves with the rows}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "ask near"}
       : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %s = neo.compute [i: 64] sum [j: 32] %a[j, i]
       : (tensor<32x64xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[j, i], %s[i]
       : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.divf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}

// -----

func.func @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: the reduction of the neo.kernel has the schedule}}
  %0 = neo.kernel [i: 64, j: 64] (%a = %A, %b = %B) {neo.schedule = "rows 2"}
       : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
    %p = neo.compute [i: 64, j: 64] sum [k: 32] %a[i, k], %b[k, j]
       : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%v: f32, %w: f32):
      %m = arith.mulf %v, %w : f32
      neo.yield %m : f32
    }
    %y = neo.compute [i: 64, j: 64] %p[i, j]
       : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    ^bb0(%v: f32):
      %e = math.exp %v : f32
      neo.yield %e : f32
    }
    neo.results %y : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
