// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

func.func @division_by_data(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @+1 {{'arith.divsi' is not raised: the neo.compute of it is not legal: }}
  %0 = arith.divsi %x, %y : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

#mod = affine_map<(i) -> (i mod 5)>
#id = affine_map<(i) -> (i)>
func.func @outside(%x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  // expected-remark @+1 {{the neo.compute of it is not legal: index 'i0 mod 5' of operand #0 is 4 at i0 = 4, outside dimension 0 of extent 4 (C4)}}
  %0 = linalg.generic {indexing_maps = [#mod, #id], iterator_types = ["parallel"]}
         ins(%x : tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
