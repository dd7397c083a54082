// RUN: neo-opt %s --convert-linalg-to-neo 2>&1 | FileCheck %s
// RUN: not neo-opt %s --convert-linalg-to-neo --neo-autodiff 2>&1 | FileCheck %s --check-prefix=GRADIENT
// RUN: not neo-opt %s --convert-linalg-to-neo=strict 2>&1 | FileCheck %s --check-prefix=STRICT

// An operation that cannot be raised keeps its name and place. A gradient that
// has to go through it is refused, and strict refuses at once.
// CHECK: remark: 'linalg.reduce' is not raised: it reduces by 'arith.maxnumf', which leaves NaN out
// CHECK-LABEL: func.func @partial
// CHECK: %[[Y:.*]] = neo.compute [i0: 4, i1: 6]
// CHECK: linalg.reduce { arith.maxnumf } ins(%[[Y]]
// GRADIENT: error: cannot differentiate through 'linalg.reduce'
// STRICT: error: 'linalg.reduce' is not raised
func.func @partial(%A: tensor<4x6xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.exp ins(%A : tensor<4x6xf32>) outs(%empty : tensor<4x6xf32>) -> tensor<4x6xf32>
  %least = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = linalg.reduce { arith.maxnumf } ins(%0 : tensor<4x6xf32>)
         outs(%least : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}
