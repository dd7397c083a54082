// RUN: neo-opt %s | neo-opt | FileCheck %s

// The least and the largest numbers, and those that are none, read back.
// CHECK: else -9223372036854775808, %arg0[i] if (i < 2) else 9223372036854775807 :
// CHECK: else 1, %arg1[i] if (i < 2) else 0 :
// CHECK: else -inf, %arg2[i] if (i < 2) else inf,
// CHECK-SAME: else nan, %arg2[i] if (i < 2) else 2.500000e-01,
// CHECK-SAME: else -3.000000e+00 :
func.func @pads(%A: tensor<4xi64>, %B: tensor<4xi1>, %C: tensor<4xf16>) {
  %0 = neo.compute [i: 4]
         %A[i] if (i < 2) else -9223372036854775808,
         %A[i] if (i < 2) else 9223372036854775807
     : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64> {
  ^bb0(%a: i64, %b: i64):
    neo.yield %a : i64
  }
  %1 = neo.compute [i: 4] %B[i] if (i < 2) else 1, %B[i] if (i < 2) else 0
     : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1> {
  ^bb0(%a: i1, %b: i1):
    neo.yield %a : i1
  }
  %2 = neo.compute [i: 4]
         %C[i] if (i < 2) else -inf, %C[i] if (i < 2) else inf,
         %C[i] if (i < 2) else nan, %C[i] if (i < 2) else 0.25,
         %C[i] if (i < 2) else -3
     : (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>)
     -> tensor<4xf16> {
  ^bb0(%a: f16, %b: f16, %c: f16, %d: f16, %e: f16):
    neo.yield %a : f16
  }
  return
}
