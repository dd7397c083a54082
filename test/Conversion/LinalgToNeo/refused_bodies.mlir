// RUN: neo-opt %s --convert-linalg-to-neo --split-input-file --verify-diagnostics

#i = affine_map<(i) -> (i)>
func.func @foreign_operation(%x: tensor<4xi64>) -> tensor<4xi64> {
  // expected-remark @+1 {{'linalg.generic' is not raised: its body needs 'index.castu', but a neo.compute holds arith and math operations on scalars}}
  %0 = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]}
         outs(%x : tensor<4xi64>) {
  ^bb0(%a: i64):
    %n = linalg.index 0 : index
    %m = index.castu %n : index to i64
    linalg.yield %m : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @scalar_argument(%x: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  // expected-remark @+1 {{'linalg.fill' is not raised: it reads a scalar argument, but a neo.compute reads tensors and constants: pass the scalar as a tensor of rank 0}}
  %0 = linalg.fill ins(%s : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @data_as_index(%x: tensor<4xf32>, %at: tensor<4xi64>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-remark @+1 {{'linalg.map' is not raised: it reads a tensor at index #0, which depends on data: read at data with a neo.gather}}
  %0 = linalg.map ins(%at : tensor<4xi64>) outs(%empty : tensor<4xf32>)
    (%i: i64, %old: f32) {
      %n = arith.index_cast %i : i64 to index
      %a = tensor.extract %x[%n] : tensor<4xf32>
      linalg.yield %a : f32
    }
  return %0 : tensor<4xf32>
}

// -----

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
