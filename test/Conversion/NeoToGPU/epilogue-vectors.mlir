// Vector by vector, the statements behind a product run on its sums and store what they
// give: in windows behind each other, between two barriers, in a branch that ptxas takes
// nothing out of. Results whose windows overlap are serialised, in a branch each.
// RUN: neo-opt %s --neo-schedule-gpu --convert-neo-to-gpu | FileCheck %s
// RUN: neo-opt %s --neo-schedule-gpu | sed 's/at 34816 apart 17408/at 0 apart 17408/' \
// RUN:   | neo-opt --convert-neo-to-gpu | FileCheck %s --check-prefix SERIAL

// CHECK: nctaid.z
// CHECK: scf.if
// CHECK-NEXT: gpu.barrier
// CHECK: %[[P:.*]] = arith.truncf
// CHECK-NEXT: %[[S:.*]] = math.sin %[[P]]
// CHECK: memref.store %[[S]]
// CHECK-NEXT: math.cos %[[P]]
// CHECK-NOT: math.sin
// CHECK: memref.store
// CHECK-NEXT: arith.truncf
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-NOT: nctaid.z
// SERIAL: nctaid.z
// SERIAL-COUNT-2: gpu.barrier
// SERIAL: nctaid.z
// SERIAL: math.sin
// SERIAL-COUNT-127: math.sin
func.func @main(%A: tensor<512x512xf16>, %B: tensor<512x2048xf16>)
    -> (tensor<512x2048xf16>, tensor<512x2048xf16>) {
  %r:2 = neo.kernel [i: 512, j: 2048] (%x = %A, %w = %B)
     : (tensor<512x512xf16>, tensor<512x2048xf16>)
    -> (tensor<512x2048xf16>, tensor<512x2048xf16>) {
    %p = neo.compute [i: 512, j: 2048] sum [k: 512] %x[i, k], %w[k, j]
       : (tensor<512x512xf16>, tensor<512x2048xf16>) -> tensor<512x2048xf16> {
    ^bb0(%u: f16, %v: f16):
      %0 = arith.mulf %u, %v : f16
      neo.yield %0 : f16
    }
    %s = neo.compute [i: 512, j: 2048] %p[i, j]
       : (tensor<512x2048xf16>) -> tensor<512x2048xf16> {
    ^bb0(%u: f16):
      %0 = math.sin %u : f16
      neo.yield %0 : f16
    }
    %c = neo.compute [i: 512, j: 2048] %p[i, j], %s[i, j]
       : (tensor<512x2048xf16>, tensor<512x2048xf16>) -> tensor<512x2048xf16> {
    ^bb0(%u: f16, %v: f16):
      %0 = math.cos %u : f16
      %1 = arith.mulf %0, %v : f16
      neo.yield %1 : f16
    }
    neo.results %s, %c : tensor<512x2048xf16>, tensor<512x2048xf16>
  }
  return %r#0, %r#1 : tensor<512x2048xf16>, tensor<512x2048xf16>
}
