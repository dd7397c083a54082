// RUN: neo-run %s | FileCheck %s

// Outside its guard an operand reads the pad; outside 'where' there is no term.
// CHECK: result #0: tensor<4xi32> [9, 10, 20, 9]
// CHECK: result #1: tensor<4xi32> [0, 30, 50, 30]
// CHECK: result #2: tensor<4xi32> [0, 0, 30, 0]
func.func @main() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %x = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %0 = neo.compute [i: 4] %x[i - 1] if (i >= 1, i < 3) else 9
     : (tensor<3xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %1 = neo.compute [i: 4] sum [r: 2] %x[i + r - 1] where (i >= 1, i + r < 4)
     : (tensor<3xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  %2 = neo.compute [i: 4] sum [] %x[i] where (i == 2) : (tensor<3xi32>) -> tensor<4xi32> {
  ^bb0(%a: i32):
    neo.yield %a : i32
  }
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
