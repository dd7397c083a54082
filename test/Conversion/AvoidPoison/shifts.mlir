// RUN: neo-opt --neo-avoid-poison %s | FileCheck %s
// A shift by the width or more gives 0; one by a smaller constant stays what it is.

// CHECK-LABEL: func @by_data
// CHECK-SAME: %[[a:.*]]: i32, %[[n:.*]]: i32
// CHECK: %[[zero:.*]] = arith.constant 0 : i32
// CHECK: %[[width:.*]] = arith.constant 32 : i32
// CHECK: %[[inside:.*]] = arith.cmpi ult, %[[n]], %[[width]]
// CHECK: %[[amount:.*]] = arith.select %[[inside]], %[[n]], %[[zero]]
// CHECK: %[[shifted:.*]] = arith.shrsi %[[a]], %[[amount]]
// CHECK: arith.select %[[inside]], %[[shifted]], %[[zero]]
func.func @by_data(%a: i32, %n: i32) -> i32 {
  %s = arith.shrsi %a, %n : i32
  return %s : i32
}

// CHECK-LABEL: func @by_less
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.shli
// CHECK-NEXT: return
func.func @by_less(%a: vector<4xi64>) -> vector<4xi64> {
  %n = arith.constant dense<63> : vector<4xi64>
  %s = arith.shli %a, %n : vector<4xi64>
  return %s : vector<4xi64>
}

// CHECK-LABEL: func @by_the_width
// CHECK: arith.select
func.func @by_the_width(%a: i8) -> i8 {
  %n = arith.constant 8 : i8
  %s = arith.shrui %a, %n : i8
  return %s : i8
}

// CHECK-LABEL: func @of_an_index
// CHECK: %[[width:.*]] = arith.constant 64 : index
// CHECK: arith.cmpi ult, %{{.*}}, %[[width]] : index
func.func @of_an_index(%a: index, %n: index) -> index {
  %s = arith.shli %a, %n : index
  return %s : index
}
