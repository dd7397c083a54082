// RUN: neo-opt %s --convert-linalg-to-neo=strict | FileCheck %s

// maxnumf leaves NaN out; where there is none it is the maximum of neo.
// CHECK-LABEL: func.func @largest
// CHECK: neo.compute [] max [r0: 4] %arg0[r0]
func.func @largest(%x: tensor<4xf32>) -> tensor<f32> {
  %least = arith.constant dense<0xFF800000> : tensor<f32>
  %0 = linalg.reduce ins(%x : tensor<4xf32>) outs(%least : tensor<f32>)
         dimensions = [0] (%a: f32, %acc: f32) {
    %1 = arith.maxnumf %a, %acc fastmath<nnan> : f32
    linalg.yield %1 : f32
  }
  return %0 : tensor<f32>
}
