// RUN: neo-opt --convert-linalg-to-neo --verify-diagnostics %s

// Minima of six loops are 64 cases of their sum.

#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
func.func @f(%out: tensor<8x8x8x8x8x8xf32>, %x: tensor<64xf32>)
    -> tensor<8x8x8x8x8x8xf32> {
  // expected-remark @+1 {{'linalg.generic' is not raised: it reads a tensor at index #0, which differs in more than 32 cases: split the operation}}
  %0 = linalg.generic {indexing_maps = [#map],
         iterator_types = ["parallel", "parallel", "parallel", "parallel",
                           "parallel", "parallel"]}
       outs(%out : tensor<8x8x8x8x8x8xf32>) {
  ^bb0(%o: f32):
    %c = arith.constant 3 : index
    %i0 = linalg.index 0 : index
    %m0 = arith.minsi %i0, %c : index
    %i1 = linalg.index 1 : index
    %m1 = arith.minsi %i1, %c : index
    %s1 = arith.addi %m0, %m1 : index
    %i2 = linalg.index 2 : index
    %m2 = arith.minsi %i2, %c : index
    %s2 = arith.addi %s1, %m2 : index
    %i3 = linalg.index 3 : index
    %m3 = arith.minsi %i3, %c : index
    %s3 = arith.addi %s2, %m3 : index
    %i4 = linalg.index 4 : index
    %m4 = arith.minsi %i4, %c : index
    %s4 = arith.addi %s3, %m4 : index
    %i5 = linalg.index 5 : index
    %m5 = arith.minsi %i5, %c : index
    %s5 = arith.addi %s4, %m5 : index
    %v = tensor.extract %x[%s5] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<8x8x8x8x8x8xf32>
  return %0 : tensor<8x8x8x8x8x8xf32>
}
