// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @compared(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{compares two i1: use arith.andi, ori and xori}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 2 : index
    %d = arith.constant 3 : index
    %p = arith.cmpi slt, %i, %c : index
    %q = arith.cmpi slt, %i, %d : index
    %r = arith.cmpi eq, %p, %q : i1
    %n = arith.select %r, %c, %d : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

func.func @extended(%A: tensor<50xf64>) -> tensor<5xf64> {
  // expected-remark @+1 {{goes through 'arith.extsi' of an i1: choose by arith.select}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 2 : index
    %p = arith.cmpi slt, %i, %c : index
    %q = arith.extsi %p : i1 to i64
    %m = arith.index_cast %q : i64 to index
    %n = arith.addi %m, %c : index
    %x = tensor.extract %A[%n] : tensor<50xf64>
    tensor.yield %x : f64
  } : tensor<5xf64>
  return %0 : tensor<5xf64>
}
