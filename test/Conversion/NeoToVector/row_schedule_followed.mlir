// RUN: neo-opt --neo-to-vector --split-input-file %s | FileCheck %s

// Two rows are processed at a time, one vector of each, sweep after sweep; what the
// rows have in all is summed by eight of them first.

module attributes {neo.target = "avx512"} {
func.func @f(%x: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<32xf32>) {
  %0:2 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 2 vectors 1 stages 1 chunk 8"}
       : (tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<32xf32>) {
    %s = neo.compute [i: 64] sum [j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 64, j: 32] %a[i, j], %s[i]
       : (tensor<64x32xf32>, tensor<64xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.mulf %v, %w : f32
      neo.yield %d : f32
    }
    %c = neo.compute [j: 32] sum [i: 64] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<32xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    neo.results %y, %c : tensor<64x32xf32>, tensor<32xf32>
  }
  return %0#0, %0#1 : tensor<64x32xf32>, tensor<32xf32>
}
}

// CHECK-LABEL: func.func @f(
// CHECK:         neo.launch @f_kernel0({{.*}} range 8
// CHECK-SAME:      tensor<8x32xf32>
// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    neo.schedule = "rows 2 vectors 1 stages 1 prefetch none chunk 8"
// CHECK:         scf.for {{.*}} step %c2
// CHECK:           scf.for {{.*}} step %c16 iter_args(%{{[^,]*}} = %{{[^,]*}}, %{{[^,]*}} = %{{[^,]*}}) -> (vector<16xf32>, vector<16xf32>)

// -----

// Words that are left out suit the others: stages would want pairs of 65 rows,
// and sums of three rows want no four together.

module attributes {neo.target = "avx512"} {
func.func @g(%x: tensor<65x256xf32>) -> (tensor<65x256xf32>, tensor<256xf32>) {
  %0 = neo.kernel [i: 65] (%a = %x) {neo.schedule = "rows\0A2"}
       : (tensor<65x256xf32>) -> tensor<65x256xf32> {
    %s = neo.compute [i: 65] sum [j: 256] %a[i, j]
       : (tensor<65x256xf32>) -> tensor<65xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %y = neo.compute [i: 65, j: 256] %a[i, j], %s[i]
       : (tensor<65x256xf32>, tensor<65xf32>) -> tensor<65x256xf32> {
    ^bb0(%v: f32, %w: f32):
      %d = arith.mulf %v, %w : f32
      neo.yield %d : f32
    }
    neo.results %y : tensor<65x256xf32>
  }
  %1:2 = neo.kernel [i: 65] (%a = %x) {neo.schedule = "chunk 3"}
       : (tensor<65x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
    %s = neo.compute [j: 256] sum [i: 65] %a[i, j]
       : (tensor<65x256xf32>) -> tensor<256xf32> {
    ^bb0(%v: f32):
      neo.yield %v : f32
    }
    %t = neo.compute [j: 256] sum [i: 65] %a[i, j]
       : (tensor<65x256xf32>) -> tensor<256xf32> {
    ^bb0(%v: f32):
      %d = arith.mulf %v, %v : f32
      neo.yield %d : f32
    }
    neo.results %s, %t : tensor<256xf32>, tensor<256xf32>
  }
  return %0, %1#1 : tensor<65x256xf32>, tensor<256xf32>
}
}

// CHECK-LABEL: func.func private @g_kernel0(
// CHECK-SAME:    neo.schedule = "rows 2 vectors 2 stages 1 prefetch none"
// CHECK-LABEL: func.func private @g_kernel1(
// CHECK-SAME:    neo.schedule = "rows 1 vectors 2 stages 1 prefetch none chunk 3"
