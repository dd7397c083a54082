// RUN: not neo-opt --neo-split-backward="function=f first=0 results=1" %s 2>&1 | FileCheck %s --check-prefix=DEPENDS
// RUN: not neo-opt --neo-split-backward="function=f first=1 cotangents=1 results=1" %s 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// RUN: not neo-opt --neo-split-backward="function=f first=0 results=2" %s 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: not neo-opt --neo-split-backward="function=g" %s 2>&1 | FileCheck %s --check-prefix=NONE

// DEPENDS: error: result #0 depends on a cotangent, so the forward function cannot return it: put gradients behind all results
// ARGUMENTS: error: has 1 arguments, but 1 cotangents from argument #1 on are asked for: set the options 'first' and 'cotangents'
// RESULTS: error: has 1 results, but 2 of the forward function are asked for: set the option 'results'
// NONE: error: there is no function '@g' of one block: name one by the option 'function'

func.func @f(%g: tensor<4xf32>) -> tensor<4xf32> {
  return %g : tensor<4xf32>
}
