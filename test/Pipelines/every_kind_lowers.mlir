// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector --neo-to-llvm %s | FileCheck %s

// Whatever the body and the reduction are, nothing but LLVM is left.

func.func @f(%x: tensor<9x33xf32>, %n: tensor<33xi64>)
    -> (tensor<9xi64>, tensor<9xf32>, tensor<33xi1>, tensor<33xf16>) {
  %0 = neo.compute [i: 9] argmin [k: 33] %x[i, k]
     : (tensor<9x33xf32>) -> tensor<9xi64> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  %1 = neo.compute [i: 9] prod [k: 33] %x[i, k] where (k mod 2 == 0)
     : (tensor<9x33xf32>) -> tensor<9xf32> {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    neo.yield %e : f32
  }
  %2 = neo.compute [i: 33] %n[32 - i] if (i >= 2) else 7
     : (tensor<33xi64>) -> tensor<33xi1> {
  ^bb0(%a: i64):
    %i = neo.index 0 : index
    %l = arith.index_cast %i : index to i64
    %c = arith.cmpi sgt, %a, %l : i64
    neo.yield %c : i1
  }
  %3 = neo.compute [j: 33] sum [i: 9] %x[i, j]
     : (tensor<9x33xf32>) -> tensor<33xf16> {
  ^bb0(%a: f32):
    %p = math.powf %a, %a : f32
    %h = arith.truncf %p : f32 to f16
    neo.yield %h : f16
  }
  return %0, %1, %2, %3
       : tensor<9xi64>, tensor<9xf32>, tensor<33xi1>, tensor<33xf16>
}

// CHECK-COUNT-4: llvm.func @f_kernel{{[0-3]}}(
// CHECK-NOT:     {{ (scf|vector|memref|arith|math|affine|func|cf)\.[a-z]}}
// CHECK-NOT:     unrealized_conversion_cast
