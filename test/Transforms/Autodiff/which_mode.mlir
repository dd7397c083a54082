// RUN: neo-opt --neo-autodiff %s | FileCheck %s --check-prefix=DECLARED
// RUN: neo-opt --neo-autodiff="functions=g mode=forward" %s | FileCheck %s --check-prefix=NAMED
// RUN: not neo-opt --neo-autodiff=mode=sideways %s 2>&1 | FileCheck %s --check-prefix=WRONG

// A declaration says its mode by its name, whatever the option says.

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @f_jvp(tensor<3xf32>, tensor<3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>)
func.func @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func private @g_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>

// DECLARED-NOT: @g_jvp
// DECLARED: func.func @f_jvp(%[[X:.*]]: tensor<3xf32>, %[[T:.*]]: tensor
// DECLARED: return %[[X]], %[[T]]
// DECLARED: func.func @g_vjp(%{{.*}}: tensor<3xf32>, %[[G:.*]]: tensor
// DECLARED: return %[[G]]

// NAMED: func.func private @f_jvp(tensor<3xf32>, tensor<3xf32>)
// NAMED: func.func @g_jvp(%[[X:.*]]: tensor<3xf32>, %[[T:.*]]: tensor
// NAMED: return %[[X]], %[[T]]
// NAMED: func.func private @g_vjp(tensor<3xf32>, tensor<3xf32>)

// WRONG: Cannot find option named 'sideways'
