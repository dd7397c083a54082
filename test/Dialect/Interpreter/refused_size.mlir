// RUN: not neo-run %s --entry=huge 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not neo-run %s --entry=long 2>&1 | FileCheck %s --check-prefix=LONG

// HUGE: takes more than 4294967296 bytes, the most that the interpreter allocates
func.func @huge() -> tensor<100000x100000xf32> {
  %0 = neo.compute [i: 100000, j: 100000] : () -> tensor<100000x100000xf32> {
    %c = arith.constant 0.0 : f32
    neo.yield %c : f32
  }
  return %0 : tensor<100000x100000xf32>
}

// LONG: has 1000000000000 points; the interpreter visits at most 68719476736, so use smaller extents
func.func @long() -> tensor<f32> {
  %0 = neo.compute [] sum [i: 1000000000000] : () -> tensor<f32> {
    %c = arith.constant 0.0 : f32
    neo.yield %c : f32
  }
  return %0 : tensor<f32>
}
