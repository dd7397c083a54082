// RUN: neo-run %s --self-check --rtol=1e-6 | neo-opt --convert-neo-to-linalg \
// RUN:   | mlir-opt %stock_loops | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

func.func @softmax(%A: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %m = neo.compute [i: 5] max [j: 9] %A[i, j] : (tensor<5x9xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %e = neo.compute [i: 5, j: 9] %A[i, j], %m[i]
     : (tensor<5x9xf32>, tensor<5xf32>) -> tensor<5x9xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    neo.yield %x : f32
  }
  %s = neo.compute [i: 5] sum [j: 9] %e[i, j] : (tensor<5x9xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %0 = neo.compute [i: 5, j: 9] %e[i, j], %s[i]
     : (tensor<5x9xf32>, tensor<5xf32>) -> tensor<5x9xf32> {
  ^bb0(%a: f32, %b: f32):
    %q = arith.divf %a, %b : f32
    neo.yield %q : f32
  }
  return %0 : tensor<5x9xf32>
}
