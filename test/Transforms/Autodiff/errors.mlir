// RUN: neo-opt --neo-autodiff=scatter=false --split-input-file --verify-diagnostics %s

func.func @foreign(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{cannot differentiate through 'math.exp': write it as a neo.compute}}
  %y = math.exp %x : tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate with respect to argument #1 of type 'f32': pass a ranked tensor of static shape}}
func.func @scalar(%x: tensor<3xf32>, %s: f32) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate with respect to argument #0 of type 'tensor<?xf32>': pass a ranked tensor of static shape}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// expected-error @+1 {{cannot differentiate the recursive function '@again': unroll it first}}
func.func @again(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @again(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate '@elsewhere', which has no body: define it in this module}}
func.func private @elsewhere(tensor<3xf32>) -> tensor<3xf32>
func.func @calls(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @elsewhere(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// expected-error @+1 {{cannot differentiate '@branches', which has branches: keep one block}}
func.func @branches(%x: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^next
^next:
  return %x : tensor<3xf32>
}

// -----

// expected-error @+1 {{'@f_vjp' is needed to derive itself: a function cannot call its own derivative}}
func.func private @f_vjp(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = func.call @f_vjp(%x, %x)
     : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
// expected-error @+1 {{'@f_vjp' is declared as '(tensor<3xf32>) -> tensor<3xf32>', the derivative is '(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>'}}
func.func private @f_vjp(tensor<3xf32>) -> tensor<3xf32>

// -----

func.func @huge(%x: tensor<4x4611686018427387904xf32>)
    -> tensor<2x3037000500xf32> {
  // expected-error @+1 {{the gradient of operand #0 leaves 64-bit index arithmetic: make extents or divisors smaller}}
  %m = neo.compute [i: 2, j: 3037000500]
         %x[(5 * j + 3 * i) mod 4,
            (1518500249 * j) floordiv 4 + 1099511627776 * i]
     : (tensor<4x4611686018427387904xf32>) -> tensor<2x3037000500xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %m : tensor<2x3037000500xf32>
}
