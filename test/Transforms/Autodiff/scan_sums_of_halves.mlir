// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// The gradient of what every step reads is a sum over the steps. Of f16 it is carried
// in f32, and rounded once, after the loop.

func.func private @step(%state: tensor<4xf16>, %row: tensor<4xf16>, %w: tensor<4xf16>)
    -> tensor<4xf16> {
  %y = neo.compute [i: 4] %state[i], %row[i], %w[i]
     : (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %b, %c : f16
    %q = arith.addf %a, %p : f16
    neo.yield %q : f16
  }
  return %y : tensor<4xf16>
}

func.func @f(%start: tensor<4xf16>, %rows: tensor<9x4xf16>, %w: tensor<4xf16>) -> tensor<4xf16> {
  %0 = neo.scan @step steps 9 carry(%start) over(%rows) with(%w)
     : (tensor<4xf16>, tensor<9x4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

func.func private @f_vjp(tensor<4xf16>, tensor<9x4xf16>, tensor<4xf16>, tensor<4xf16>)
    -> (tensor<4xf16>, tensor<9x4xf16>, tensor<4xf16>)

// CHECK-LABEL: func.func @f_vjp
// CHECK: neo.scan @step_back {{.*}} -> (tensor<4xf16>, tensor<4xf32>, tensor<9x4xf16>)
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK-LABEL: func.func private @step_back
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK-NEXT: arith.addf {{.*}} : f32
