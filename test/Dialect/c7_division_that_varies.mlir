// RUN: neo-opt %s --split-input-file --verify-diagnostics

// What unsigned numbers are divided by may vary where it begins at 1, but signed
// numbers divided by -1 trap, too.
func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %c1 = arith.constant 1 : i32
    %d = arith.maxui %a, %c1 : i32
    %q = arith.divui %a, %d : i32
    %r = arith.remui %q, %d : i32
    // expected-error @below {{divide by a constant that is not zero, nor -1 where it is signed (C7)}}
    %s = arith.remsi %r, %d : i32
    neo.yield %s : i32
  }
  return %0 : tensor<4xi32>
}

// -----

func.func @f(%A: tensor<8xi32>) -> tensor<4xi32> {
  %0 = neo.compute [i: 4] %A[i] : (tensor<8xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    %c0 = arith.constant 0 : i32
    %d = arith.maxui %a, %c0 : i32
    // expected-error @below {{divide by a constant that is not zero, nor -1 where it is signed (C7)}}
    %q = arith.divui %a, %d : i32
    neo.yield %q : i32
  }
  return %0 : tensor<4xi32>
}
