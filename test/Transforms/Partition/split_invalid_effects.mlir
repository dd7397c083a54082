// RUN: neo-opt --neo-split-backward="function=effects first=0 results=0" --verify-diagnostics %s

// What reads a cotangent cannot be left out of the forward function if it may do
// something else than compute.

func.func private @log(tensor<4xf32>)

func.func @effects(%g: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{reads a cotangent and may have effects, so the forward function cannot leave it out}}
  call @log(%g) : (tensor<4xf32>) -> ()
  return %g : tensor<4xf32>
}
