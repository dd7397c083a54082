// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

// Each step uses the one before twice, so that the expression doubles.

func.func @index(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  // expected-remark @+1 {{has more than 512 terms: compute it in fewer steps}}
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
         outs(%e : tensor<64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %a0 = arith.divsi %i, %two : index  %b0 = arith.remsi %i, %three : index  %d0 = arith.addi %a0, %b0 : index
    %a1 = arith.divsi %d0, %two : index  %b1 = arith.remsi %d0, %three : index  %d1 = arith.addi %a1, %b1 : index
    %a2 = arith.divsi %d1, %two : index  %b2 = arith.remsi %d1, %three : index  %d2 = arith.addi %a2, %b2 : index
    %a3 = arith.divsi %d2, %two : index  %b3 = arith.remsi %d2, %three : index  %d3 = arith.addi %a3, %b3 : index
    %a4 = arith.divsi %d3, %two : index  %b4 = arith.remsi %d3, %three : index  %d4 = arith.addi %a4, %b4 : index
    %a5 = arith.divsi %d4, %two : index  %b5 = arith.remsi %d4, %three : index  %d5 = arith.addi %a5, %b5 : index
    %a6 = arith.divsi %d5, %two : index  %b6 = arith.remsi %d5, %three : index  %d6 = arith.addi %a6, %b6 : index
    %a7 = arith.divsi %d6, %two : index  %b7 = arith.remsi %d6, %three : index  %d7 = arith.addi %a7, %b7 : index
    %a8 = arith.divsi %d7, %two : index  %b8 = arith.remsi %d7, %three : index  %d8 = arith.addi %a8, %b8 : index
    %a9 = arith.divsi %d8, %two : index  %b9 = arith.remsi %d8, %three : index  %d9 = arith.addi %a9, %b9 : index
    %a10 = arith.divsi %d9, %two : index  %b10 = arith.remsi %d9, %three : index  %d10 = arith.addi %a10, %b10 : index
    %a11 = arith.divsi %d10, %two : index  %b11 = arith.remsi %d10, %three : index  %d11 = arith.addi %a11, %b11 : index
    %a12 = arith.divsi %d11, %two : index  %b12 = arith.remsi %d11, %three : index  %d12 = arith.addi %a12, %b12 : index
    %a13 = arith.divsi %d12, %two : index  %b13 = arith.remsi %d12, %three : index  %d13 = arith.addi %a13, %b13 : index
    %v = tensor.extract %x[%d13] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}
