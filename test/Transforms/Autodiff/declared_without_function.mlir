// RUN: neo-opt --neo-autodiff --verify-diagnostics %s
// RUN: neo-opt --neo-optimize --verify-diagnostics %s

// Who declares a derivative wants it: a name that is misspelt is an error, and
// not a derivative that is never made.

// expected-error @+1 {{'@g_vjp' is declared, but there is no function '@g' to derive it from: define '@g', rename the declaration, or name the functions to differentiate}}
func.func private @g_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
