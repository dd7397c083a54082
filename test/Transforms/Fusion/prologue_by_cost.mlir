// RUN: neo-opt --neo-fuse %s | FileCheck %s
// RUN: neo-opt --neo-fuse=explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// RUN: neo-run --entry=thin --check-pipeline="builtin.module(func.func(neo-fuse))" %s

// Two columns of a product evaluate the prologue twice, which costs less than
// to write it and to read it; sixty-four do not.

// CHECK-LABEL: func.func @thin(
// CHECK-NEXT:    neo.compute [i: 64, j: 2] sum [k: 512]
// CHECK:           arith.maximumf
// SAID:        computed where it is read
func.func @thin(%x: tensor<64x512xf32>, %w: tensor<512x2xf32>)
    -> tensor<64x2xf32> {
  %0 = neo.compute [i: 64, k: 512] %x[i, k]
     : (tensor<64x512xf32>) -> tensor<64x512xf32> {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %zero : f32
    neo.yield %m : f32
  }
  %1 = neo.compute [i: 64, j: 2] sum [k: 512] %0[i, k], %w[k, j]
     : (tensor<64x512xf32>, tensor<512x2xf32>) -> tensor<64x2xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %1 : tensor<64x2xf32>
}

// CHECK-LABEL: func.func @wide(
// CHECK-NEXT:    neo.compute [i: 64, k: 512]
// CHECK:         neo.compute [i: 64, j: 64] sum [k: 512]
// SAID:        operand #0 stays a tensor: evaluating the producer at every read costs more than memory
func.func @wide(%x: tensor<64x512xf32>, %w: tensor<512x64xf32>)
    -> tensor<64x64xf32> {
  %0 = neo.compute [i: 64, k: 512] %x[i, k]
     : (tensor<64x512xf32>) -> tensor<64x512xf32> {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %zero : f32
    neo.yield %m : f32
  }
  %1 = neo.compute [i: 64, j: 64] sum [k: 512] %0[i, k], %w[k, j]
     : (tensor<64x512xf32>, tensor<512x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    neo.yield %p : f32
  }
  return %1 : tensor<64x64xf32>
}
