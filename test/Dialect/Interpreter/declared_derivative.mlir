// RUN: not neo-run %s 2>&1 | FileCheck %s
// RUN: not neo-run %s --entry=f_vjp 2>&1 | FileCheck %s
// RUN: neo-opt --neo-autodiff %s | neo-run | FileCheck %s --check-prefix=DERIVED

// The interpreter needs a body, and says which pass makes it.
// CHECK: '@f_vjp' is only declared: run the pass neo-autodiff first, which derives its body from '@f'
// DERIVED: result #0: tensor<4xf32>

func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    %p = arith.mulf %a, %a : f32
    neo.yield %p : f32
  }
  return %y : tensor<4xf32>
}

func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

func.func @slope(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @f_vjp(%x, %x)
     : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
