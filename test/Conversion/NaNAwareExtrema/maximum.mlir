// RUN: env NEO_TARGET=avx512 neo-opt --neo-nan-aware-extrema %s | FileCheck %s
// RUN: env NEO_TARGET=avx2 neo-opt --neo-nan-aware-extrema %s | FileCheck %s --check-prefix=AVX2

// The loop carries a maximum that ignores NaN and a mask of NaN terms, which are
// combined at its end. A machine without masks keeps the maximum that propagates
// NaN.

// CHECK-LABEL: func.func @maximum(
// CHECK:         %[[M:.*]]:3 = scf.for
// CHECK-SAME:      -> (vector<16xf32>, vector<16xf32>, vector<16xi1>)
// CHECK:           arith.cmpf ogt
// CHECK:           %[[ORD:.*]] = arith.cmpf ord
// CHECK:           arith.andi %{{.*}}, %[[ORD]]
// CHECK:           arith.cmpf ogt
// CHECK:           scf.yield
// CHECK:         vector.reduction <maximumf>

// AVX2-LABEL: func.func @maximum(
// AVX2-NOT:     arith.cmpf
// AVX2-COUNT-2: arith.maximumf
// AVX2-NOT:     arith.cmpf
func.func @maximum(%x: memref<1024xf32>) -> f32 {
  %lowest = arith.constant dense<0xFF800000> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c1024 = arith.constant 1024 : index
  %m:2 = scf.for %i = %c0 to %c1024 step %c32
      iter_args(%best0 = %lowest, %best1 = %lowest)
      -> (vector<16xf32>, vector<16xf32>) {
    %i1 = arith.addi %i, %c16 : index
    %a0 = vector.load %x[%i] : memref<1024xf32>, vector<16xf32>
    %b0 = arith.maximumf %a0, %best0 fastmath<nsz> : vector<16xf32>
    %a1 = vector.load %x[%i1] : memref<1024xf32>, vector<16xf32>
    %b1 = arith.maximumf %a1, %best1 fastmath<nsz> : vector<16xf32>
    scf.yield %b0, %b1 : vector<16xf32>, vector<16xf32>
  }
  %all = arith.maximumf %m#0, %m#1 fastmath<nsz> : vector<16xf32>
  %y = vector.reduction <maximumf>, %all : vector<16xf32> into f32
  return %y : f32
}
