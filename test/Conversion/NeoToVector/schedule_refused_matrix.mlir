// RUN: neo-opt --neo-to-vector --split-input-file --verify-diagnostics %s

// What does not lie in tile registers.

module attributes {neo.target = "amx"} {
func.func @floats(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: tiles are not in tile registers: its terms are no products of words of bf16 or of bytes}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 16] matrix"}
     : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    neo.yield %0 : f32
  }
  return %C : tensor<64x64xf32>
}
}

// -----

module attributes {neo.target = "avx512-bf16"} {
func.func @words(%A: tensor<64x32xi32>, %B: tensor<32x64xi32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: tiles are not in tile registers: the target has no tile registers; 'amx' has}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 16] matrix"}
     : (tensor<64x32xi32>, tensor<32x64xi32>) -> tensor<64x64xf32> {
  ^bb0(%a: i32, %b: i32):
    %half = arith.constant 16 : i32
    %mask = arith.constant -65536 : i32
    %0 = arith.shli %a, %half : i32
    %1 = arith.bitcast %0 : i32 to f32
    %2 = arith.shli %b, %half : i32
    %3 = arith.bitcast %2 : i32 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.andi %a, %mask : i32
    %6 = arith.bitcast %5 : i32 to f32
    %7 = arith.andi %b, %mask : i32
    %8 = arith.bitcast %7 : i32 to f32
    %9 = arith.mulf %6, %8 : f32
    %10 = arith.addf %4, %9 : f32
    neo.yield %10 : f32
  }
  return %C : tensor<64x64xf32>
}
}

// -----

module attributes {neo.target = "amx"} {
func.func @words(%A: tensor<64x32xi32>, %B: tensor<32x64xi32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: tiles are not in tile registers: accumulators and operands take more than eight tile registers}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 64, j: 2] matrix"}
     : (tensor<64x32xi32>, tensor<32x64xi32>) -> tensor<64x64xf32> {
  ^bb0(%a: i32, %b: i32):
    %half = arith.constant 16 : i32
    %mask = arith.constant -65536 : i32
    %0 = arith.shli %a, %half : i32
    %1 = arith.bitcast %0 : i32 to f32
    %2 = arith.shli %b, %half : i32
    %3 = arith.bitcast %2 : i32 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.andi %a, %mask : i32
    %6 = arith.bitcast %5 : i32 to f32
    %7 = arith.andi %b, %mask : i32
    %8 = arith.bitcast %7 : i32 to f32
    %9 = arith.mulf %6, %8 : f32
    %10 = arith.addf %4, %9 : f32
    neo.yield %10 : f32
  }
  return %C : tensor<64x64xf32>
}
}

// -----

module attributes {neo.target = "amx"} {
func.func @words(%A: tensor<64x32xi32>, %B: tensor<32x64xi32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: tiles are not in tile registers: a tile has 16 rows or more, or all}}
  %C = neo.compute [i: 64, j: 64] sum [k: 32] %A[i, k], %B[k, j]
       {neo.schedule = "vector [j: 16] tile [i: 8] matrix"}
     : (tensor<64x32xi32>, tensor<32x64xi32>) -> tensor<64x64xf32> {
  ^bb0(%a: i32, %b: i32):
    %half = arith.constant 16 : i32
    %mask = arith.constant -65536 : i32
    %0 = arith.shli %a, %half : i32
    %1 = arith.bitcast %0 : i32 to f32
    %2 = arith.shli %b, %half : i32
    %3 = arith.bitcast %2 : i32 to f32
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.andi %a, %mask : i32
    %6 = arith.bitcast %5 : i32 to f32
    %7 = arith.andi %b, %mask : i32
    %8 = arith.bitcast %7 : i32 to f32
    %9 = arith.mulf %6, %8 : f32
    %10 = arith.addf %4, %9 : f32
    neo.yield %10 : f32
  }
  return %C : tensor<64x64xf32>
}
}
