// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @by_case(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{goes through an affine.apply of what differs by case: apply it in each case}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 2 : index
    %d = arith.constant 7 : index
    %p = arith.cmpi slt, %i, %c : index
    %m = arith.select %p, %c, %d : index
    %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%m)
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @product(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{goes through an affine.apply that is not quasi-affine over the loops: multiply and divide by constants only}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %n = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%i]
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}
