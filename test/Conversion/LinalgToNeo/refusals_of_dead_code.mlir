// RUN: neo-opt --convert-linalg-to-neo --verify-diagnostics %s | FileCheck %s

// A loop that nobody reads is erased with what stands in it, of which nothing is said.

// CHECK-LABEL: @main
// CHECK-NEXT: return %arg0
func.func @main(%a: tensor<1x1xbf16>) -> tensor<1x1xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<bf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<bf16>) -> tensor<bf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %init) -> (tensor<bf16>) {
    %x = tensor.extract %a[%i, %i] : tensor<1x1xbf16>
    %y = tensor.extract %s[] : tensor<bf16>
    %z = arith.addf %x, %y : bf16
    %n = tensor.insert %z into %s[] : tensor<bf16>
    scf.yield %n : tensor<bf16>
  }
  return %a : tensor<1x1xbf16>
}
