// RUN: neo-opt %s --verify-diagnostics

func.func @launch_of_nothing(%A: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{launches 'nothing', which this module does not define}}
  %0 = neo.launch @nothing(%A) range 4 grain 1 : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
