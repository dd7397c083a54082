// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{explain}),canonicalize,cse)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{strict}))' | FileCheck %s --check-prefix=STRICT
// RUN: neo-run --rtol=1e-5 --entry=rows --check-pipeline="builtin.module(func.func(neo-sums-once))" %s
// RUN: neo-run --rtol=1e-5 --entry=two_ways --check-pipeline="builtin.module(func.func(neo-sums-once))" %s

// A norm of columns scales every row by the same numbers: they are made once.

// SAYS: remark: what is invariant in outer loops is computed once, in 1 tensor

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<512x64xf32>, %[[M:[^:]*]]: tensor<64xf32>, %[[V:[^:]*]]: tensor<64xf32>, %[[G:[^:]*]]: tensor<64xf32>
// CHECK:         %[[A:.*]] = neo.compute [c: 64] %[[V]][c], %[[G]][c]
// CHECK:           math.rsqrt
// CHECK:           arith.mulf
// CHECK:         neo.compute [b: 512, c: 64] %[[X]][b, c], %[[M]][c], %[[A]][c]
// CHECK-NOT:       math.rsqrt
// CHECK-COUNT-1:   arith.mulf
// CHECK-NOT:       arith.mulf
// CHECK:         return
// STRICT-NOT:  neo.compute [c: 64]
func.func @rows(%x: tensor<512x64xf32>, %m: tensor<64xf32>, %v: tensor<64xf32>,
                %g: tensor<64xf32>) -> tensor<512x64xf32> {
  %y = neo.compute [b: 512, c: 64] %x[b, c], %m[c], %v[c], %g[c]
     : (tensor<512x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
       -> tensor<512x64xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.absf %c : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %0, %2 : f32
    %4 = arith.mulf %3, %d : f32
    neo.yield %4 : f32
  }
  return %y : tensor<512x64xf32>
}

// Two sets of loops are two tensors, and the number goes with the first.

// SAYS: remark: what is invariant in outer loops is computed once, in 2 tensors

// CHECK-LABEL: func.func @two_ways(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<40x20x32xf32>, %[[P:[^:]*]]: tensor<20x32xf32>, %[[Q:[^:]*]]: tensor<32xf32>, %[[R:[^:]*]]: tensor<32x20x40xf32>
// CHECK-DAG:     %[[A:.*]] = neo.compute [p: 20, c: 32] %[[P]][p, c] {{.*}}tensor<20x32xf32>
// CHECK-DAG:     %[[B:.*]] = neo.compute [c: 32] %[[Q]][c] {{.*}}tensor<32xf32>
// CHECK:         neo.compute [b: 40, p: 20, c: 32] %[[X]][b, p, c], %[[R]][c, p, b], %[[A]][p, c], %[[B]][c]
// CHECK-NOT:       arith.divf
// CHECK:           math.exp
func.func @two_ways(%x: tensor<40x20x32xf32>, %p: tensor<20x32xf32>,
                    %q: tensor<32xf32>, %r: tensor<32x20x40xf32>)
    -> tensor<40x20x32xf32> {
  %y = neo.compute [b: 40, p: 20, c: 32] %x[b, p, c], %p[p, c], %q[c], %r[c, p, b]
     : (tensor<40x20x32xf32>, tensor<20x32xf32>, tensor<32xf32>,
        tensor<32x20x40xf32>) -> tensor<40x20x32xf32> {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %two = arith.constant 2.0 : f32
    %0 = math.sin %b : f32
    %1 = math.cos %c : f32
    %2 = arith.mulf %a, %two : f32
    %3 = arith.mulf %0, %2 : f32
    %4 = arith.mulf %3, %1 : f32
    %5 = arith.divf %4, %c : f32
    %6 = math.exp %d : f32
    %7 = arith.addf %5, %6 : f32
    neo.yield %7 : f32
  }
  return %y : tensor<40x20x32xf32>
}

// Numbers of a row are computed once for it already; products alone are no
// reason for another kernel, and neither are few rows. A division by what is
// there stays one.

// SAYS-NOT: remark: what outer loops

// CHECK-LABEL: func.func @not(
// CHECK-COUNT-3: neo.compute
// CHECK-NOT:     neo.compute
// CHECK:         return
func.func @not(%x: tensor<512x64xf32>, %v: tensor<512xf32>, %g: tensor<64xf32>)
    -> (tensor<512x64xf32>, tensor<512x64xf32>, tensor<8x64xf32>) {
  %0 = neo.compute [b: 512, c: 64] %x[b, c], %v[b]
     : (tensor<512x64xf32>, tensor<512xf32>) -> tensor<512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = math.rsqrt %b : f32
    %2 = arith.mulf %a, %1 : f32
    neo.yield %2 : f32
  }
  %3 = neo.compute [b: 512, c: 64] %x[b, c], %g[c]
     : (tensor<512x64xf32>, tensor<64xf32>) -> tensor<512x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.mulf %b, %b : f32
    %2 = arith.mulf %a, %1 : f32
    %5 = arith.divf %2, %b : f32
    neo.yield %5 : f32
  }
  %4 = neo.compute [b: 8, c: 64] %x[b, c], %g[c]
     : (tensor<512x64xf32>, tensor<64xf32>) -> tensor<8x64xf32> {
  ^bb0(%a: f32, %b: f32):
    %1 = math.exp %b : f32
    %2 = arith.mulf %a, %1 : f32
    neo.yield %2 : f32
  }
  return %0, %3, %4 : tensor<512x64xf32>, tensor<512x64xf32>, tensor<8x64xf32>
}
