// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// The packed operand of a dot product is the result of another statement, in a
// scratch row and not in a buffer of the kernel: it is packed element by element.

func.func @main(%A: tensor<64x64xbf16>)
    -> (tensor<64x64xbf16>, tensor<64x32xi32>) {
  %k:2 = neo.kernel [i: 64] (%a0 = %A)
       : (tensor<64x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x32xi32>) {
    %R = neo.compute [i: 64, j: 64] %a0[i, j]
       : (tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    ^bb0(%a: bf16):
      %e = arith.negf %a : bf16
      neo.yield %e : bf16
    }
    %W = neo.compute [i: 64, k: 32] %R[i, 2 * k], %R[i, 2 * k + 1]
       : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x32xi32> {
    ^bb0(%a: bf16, %b: bf16):
      %c0 = arith.constant 0 : i32
      %c16 = arith.constant 16 : i32
      %x = arith.bitcast %a : bf16 to i16
      %y = arith.bitcast %b : bf16 to i16
      %p = arith.extui %x : i16 to i32
      %q = arith.extui %y : i16 to i32
      %low = arith.shli %p, %c0 : i32
      %high = arith.shli %q, %c16 : i32
      %word = arith.ori %low, %high : i32
      %flipped = arith.xori %word, %c0 : i32
      neo.yield %flipped : i32
    }
    neo.results %R, %W : tensor<64x64xbf16>, tensor<64x32xi32>
  }
  return %k#0, %k#1 : tensor<64x64xbf16>, tensor<64x32xi32>
}

// CHECK:     func.func private @main_kernel0
// CHECK:       memref.alloca
// CHECK:       arith.ori
