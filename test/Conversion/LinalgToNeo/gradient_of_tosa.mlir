// RUN: mlir-opt %s --load-dialect-plugin=%neo_plugin --load-pass-plugin=%neo_plugin \
// RUN:   --pass-pipeline="builtin.module(func.func(tosa-to-linalg-named,canonicalize,tosa-to-linalg,tosa-to-arith,tosa-to-tensor),canonicalize,convert-linalg-to-neo{strict},neo-autodiff)" \
// RUN:   | neo-run --entry=f_vjp --self-check --rtol=1e-5 \
// RUN:   | neo-opt --convert-neo-to-linalg | mlir-opt %stock_loops \
// RUN:   | mlir-runner %run_check | FileCheck %s --check-prefix=WRONG
// REQUIRES: stock
// WRONG: {{^}}0{{$}}

// A network in TOSA gets its gradients by way of linalg: a padded convolution,
// a clamp, two poolings and a softmax.
func.func @f(%x: tensor<1x8x8x2xf32>, %w: tensor<4x3x3x2xf32>, %b: tensor<4xf32>)
    -> tensor<1x1x4xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %zp, %zp
         {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
     : (tensor<1x8x8x2xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %r = tosa.clamp %c {min_val = 0.0 : f32, max_val = 6.0 : f32}
     : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %p = tosa.max_pool2d %r
         {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>}
     : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  %a = tosa.avg_pool2d %p, %zp, %zp
         {acc_type = f32, kernel = array<i64: 4, 4>, stride = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>}
     : (tensor<1x4x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x4xf32>
  %s = "tosa.const_shape"() {values = dense<[1, 1, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %m = tosa.reshape %a, %s : (tensor<1x1x1x4xf32>, !tosa.shape<3>) -> tensor<1x1x4xf32>
  %e = tosa.exp %m : (tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %t = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x1x4xf32>) -> tensor<1x1x1xf32>
  %i = tosa.reciprocal %t : (tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.mul %e, %i, %shift
     : (tensor<1x1x4xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}
