// RUN: env NEO_TARGET=avx512 neo-opt %s --neo-approximate-math | FileCheck %s

// Tables have sixteen entries. Vectors of fewer lanes, and single numbers, are
// computed as sixteen lanes, so that a function has one value on a machine.

// CHECK-LABEL: @eight
// CHECK-SAME: %[[X:.*]]: vector<8xf32>
// CHECK: %[[WIDE:.*]] = vector.shuffle %[[X]], %[[X]] [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.getmant.ps.512"(%[[WIDE]]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7] : vector<16xf32>, vector<16xf32>
func.func @eight(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.log %x : vector<8xf32>
  return %y : vector<8xf32>
}

// CHECK-LABEL: @one
// CHECK: vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK: vector.extract %{{.*}}[0] : f32 from vector<16xf32>
func.func @one(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
