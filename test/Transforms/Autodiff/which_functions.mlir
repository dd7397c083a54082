// RUN: neo-opt --neo-autodiff %s | FileCheck %s --check-prefix=ALL
// RUN: neo-opt --neo-autodiff="functions=g" %s | FileCheck %s --check-prefix=ONE
// RUN: neo-opt --neo-autodiff --neo-autodiff %s | FileCheck %s --check-prefix=ALL

// Every public function, or those the option names. A derivative has the
// visibility of its function; a second run finds nothing left to do.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}

// ALL-NOT: _vjp_vjp
// ALL: func.func @f_vjp(%{{.*}}: tensor<3xf32>, %[[DY:.*]]: tensor<3xf32>)
// ALL-NEXT: return %[[DY]]
// ALL-NOT: _vjp

// ONE-NOT: @f_vjp
// ONE: func.func private @g_vjp
