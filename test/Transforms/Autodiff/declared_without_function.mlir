// RUN: neo-opt --neo-autodiff --split-input-file --verify-diagnostics %s
// RUN: neo-opt --neo-optimize --split-input-file --verify-diagnostics %s

// Who declares a derivative wants it: a name that is misspelt is an error, and
// not a derivative that is never made.

// expected-error @+1 {{'@g_vjp' is declared, but there is no function '@g' to derive it from: define '@g', rename the declaration, or name the functions to differentiate}}
func.func private @g_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @caller(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @f_vjp(%x, %x)
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}
// expected-error @+1 {{'@h_jvp' is declared, but there is no function '@h'}}
func.func private @h_jvp(tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// The first derivative has to be asked for too.
// expected-error @+1 {{'@f_vjp_vjp' is declared, but there is no function '@f_vjp'}}
func.func private @f_vjp_vjp(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)
