// RUN: neo-opt %s | neo-opt | FileCheck %s
// RUN: neo-opt %s --mlir-print-op-generic | neo-opt | FileCheck %s

// CHECK-LABEL: func.func @every_kind
// CHECK: prod [r: 2]
// CHECK: max [r: 2]
// CHECK: min [r: 2]
// CHECK: and [r: 2]
// CHECK: or [r: 2]
// CHECK: argmax [r: 2]
// CHECK: argmin [r: 2]
func.func @every_kind(%A: tensor<2xi64>) {
  %0 = neo.compute [] prod [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %1 = neo.compute [] max [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %2 = neo.compute [] min [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %3 = neo.compute [] and [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %4 = neo.compute [] or [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %5 = neo.compute [] argmax [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  %6 = neo.compute [] argmin [r: 2] %A[r] : (tensor<2xi64>) -> tensor<i64> {
  ^bb0(%a: i64):
    neo.yield %a : i64
  }
  return
}
