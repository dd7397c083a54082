// RUN: neo-opt %s --neo-to-vector | FileCheck %s

// Sixteenths of an octave are looked up, so that degree 3 is left.

module attributes {neo.target = "avx512"} {
// CHECK-LABEL: func.func private @f_kernel0
// CHECK-COUNT-4: math.fma
// CHECK: llvm.x86.avx512.permvar.sf.512
// CHECK-COUNT-2: math.fma
// CHECK-NOT: math.fma
// CHECK: llvm.x86.avx512.mask.scalef.ps.512
func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = neo.compute [i: 16] %x[i] : (tensor<16xf32>) -> tensor<16xf32> {
  ^bb0(%a: f32):
    %r = math.exp %a : f32
    neo.yield %r : f32
  }
  return %0 : tensor<16xf32>
}
}
