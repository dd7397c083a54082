// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | FileCheck %s --check-prefix=NEO
// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-to-vector %s | FileCheck %s --check-prefix=VECTOR
// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize --neo-to-vector --neo-to-llvm %s | FileCheck %s --check-prefix=LLVM
// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s | env NEO_TARGET=avx512 neo-opt --neo-to-vector | neo-opt --neo-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: neo-opt --neo-autodiff=declared-only %s | env NEO_TARGET=avx512 neo-run --check-pipeline="builtin.module(neo-optimize)" --entry=step --rtol=1e-5

// A step of gradient descent, stage by stage; each stage prints and reads what
// the next one starts from.

func.func private @loss(%w: tensor<4x16xf32>, %x: tensor<8x4xf32>)
    -> tensor<f32> {
  %y = neo.compute [b: 8, j: 16] sum [i: 4] %x[b, i], %w[i, j]
     : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32> {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %a, %c : f32
    neo.yield %p : f32
  }
  %j = neo.compute [] sum [b: 8, j: 16] %y[b, j]
     : (tensor<8x16xf32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    neo.yield %p : f32
  }
  return %j : tensor<f32>
}

func.func private @loss_vjp(tensor<4x16xf32>, tensor<8x4xf32>, tensor<f32>)
    -> (tensor<4x16xf32>, tensor<8x4xf32>)

func.func @step(%w: tensor<4x16xf32>, %x: tensor<8x4xf32>) -> tensor<4x16xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %dw, %dx = func.call @loss_vjp(%w, %x, %one)
     : (tensor<4x16xf32>, tensor<8x4xf32>, tensor<f32>)
    -> (tensor<4x16xf32>, tensor<8x4xf32>)
  %next = neo.compute [i: 4, j: 16] %w[i, j], %dw[i, j]
     : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> {
  ^bb0(%a: f32, %d: f32):
    %rate = arith.constant 0.01 : f32
    %p = arith.mulf %rate, %d : f32
    %r = arith.subf %a, %p : f32
    neo.yield %r : f32
  }
  return %next : tensor<4x16xf32>
}

// The derivative is inlined and its functions gone; what nobody needs, the
// value of the loss and the gradient of %x, is not computed.
// NEO-NOT:     @loss
// NEO-LABEL:   func.func @step(
// NEO:           neo.compute [b: 8, j: 16] sum [i: 4]
// NEO:           neo.compute [{{.*}}: 4, {{.*}}: 16] sum [b: 8]
// NEO:           neo.compute [i: 4, j: 16]
// NEO:             arith.subf
// NEO-NOT:       neo.compute
// NEO:           return

// VECTOR-LABEL: func.func @step(
// VECTOR-DAG:     neo.launch @step_kernel0
// VECTOR-DAG:     neo.launch @step_kernel1
// VECTOR-NOT:     neo.compute
// VECTOR:       func.func private @step_kernel0(
// VECTOR:         vector.fma

// LLVM-NOT:     @step(
// LLVM:         llvm.func @step_kernel0(%{{.*}}: !llvm.ptr
// LLVM-SAME:      neo.kernel
// LLVM:           llvm.intr.fm
// LLVM-NOT:     {{(scf|vector|memref|arith|func)\.[a-z]}}
