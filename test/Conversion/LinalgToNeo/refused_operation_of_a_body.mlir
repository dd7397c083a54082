// RUN: neo-opt %s --convert-linalg-to-neo --verify-diagnostics

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
