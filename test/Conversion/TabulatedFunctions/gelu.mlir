// RUN: neo-opt --neo-tabulate-functions --canonicalize --split-input-file %s | FileCheck %s

// A product with an error function is a function of one number that tables hold.

module attributes {neo.target = "avx512"} {
  // CHECK-LABEL: func.func @gelu(
  // CHECK-NOT:     math.erf
  // CHECK-COUNT-6: permvar
  // CHECK:         return
  func.func @gelu(%x: memref<16xf32> {llvm.noalias},
                  %y: memref<16xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %half = arith.constant dense<0.5> : vector<16xf32>
    %one = arith.constant dense<1.0> : vector<16xf32>
    %root = arith.constant dense<0.707106769> : vector<16xf32>
    %v = vector.load %x[%c0] : memref<16xf32>, vector<16xf32>
    %1 = arith.mulf %v, %root : vector<16xf32>
    %2 = math.erf %1 : vector<16xf32>
    %3 = arith.addf %2, %one : vector<16xf32>
    %4 = arith.mulf %v, %half : vector<16xf32>
    %5 = arith.mulf %4, %3 : vector<16xf32>
    vector.store %5, %y[%c0] : memref<16xf32>, vector<16xf32>
    return
  }
}

// -----

// What is written is computed under neo.strict.

module attributes {neo.target = "avx512", neo.strict} {
  // CHECK-LABEL: func.func @strict(
  // CHECK-NOT:     permvar
  // CHECK:         math.erf
  // CHECK-NOT:     permvar
  // CHECK:         return
  func.func @strict(%x: memref<16xf32> {llvm.noalias},
                    %y: memref<16xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %half = arith.constant dense<0.5> : vector<16xf32>
    %one = arith.constant dense<1.0> : vector<16xf32>
    %root = arith.constant dense<0.707106769> : vector<16xf32>
    %v = vector.load %x[%c0] : memref<16xf32>, vector<16xf32>
    %1 = arith.mulf %v, %root : vector<16xf32>
    %2 = math.erf %1 : vector<16xf32>
    %3 = arith.addf %2, %one : vector<16xf32>
    %4 = arith.mulf %v, %half : vector<16xf32>
    %5 = arith.mulf %4, %3 : vector<16xf32>
    vector.store %5, %y[%c0] : memref<16xf32>, vector<16xf32>
    return
  }
}
