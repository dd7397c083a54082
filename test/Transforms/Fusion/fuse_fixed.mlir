// RUN: neo-opt --neo-fuse=explain %s 2>&1 | FileCheck %s
// RUN: neo-run --entry=kept --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// exp(w) is the same in every run and computed once: a tensor, though it could
// be part of its reader. Repeated along the rows of %x it would be more to read
// than %w itself, so that it is computed where it is read.

// CHECK: remark: operand #1 stays a tensor: what is the same in every run is computed once

func.func @kept(%x: tensor<64x64xf32>, %w: tensor<64x64xf32> {neo.fixed})
    -> tensor<64x64xf32> {
  %e = neo.compute [i: 64, j: 64] %w[i, j]
     : (tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32):
    %b = math.exp %a : f32
    neo.yield %b : f32
  }
  %y = neo.compute [i: 64, j: 64] %x[i, j], %e[i, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @kept
// CHECK-COUNT-2: neo.compute

func.func @repeated(%x: tensor<64x64xf32>, %w: tensor<64xf32> {neo.fixed})
    -> tensor<64x64xf32> {
  %e = neo.compute [i: 64, j: 64] %w[j] : (tensor<64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32):
    %b = arith.negf %a : f32
    neo.yield %b : f32
  }
  %y = neo.compute [i: 64, j: 64] %x[i, j], %e[i, j]
     : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    neo.yield %c : f32
  }
  return %y : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @repeated
// CHECK:       neo.compute [i: 64, j: 64] %arg0[i, j], %arg1[j]
