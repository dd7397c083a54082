// RUN: env NEO_TARGET=avx512 neo-opt --neo-approximate-math %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    math.tanh %{{.*}} : vector<[4]xf32>
// CHECK-NEXT:    return
func.func @f(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  %y = math.tanh %x : vector<[4]xf32>
  return %y : vector<[4]xf32>
}
