// RUN: neo-opt --neo-interleave %s | FileCheck %s

// Two chains of a marked block are interleaved, and the mark is removed.

module attributes {neo.target = "avx2"} {
  // CHECK-LABEL: func.func @marked(
  // CHECK:         %[[A0:.*]] = vector.load %{{.*}}[%c0]
  // CHECK-NEXT:    %[[B0:.*]] = vector.load %{{.*}}[%c8]
  // CHECK-NEXT:    %[[A1:.*]] = math.sqrt %[[A0]]
  // CHECK-NEXT:    %[[B1:.*]] = math.sqrt %[[B0]]
  // CHECK-NEXT:    %[[A2:.*]] = arith.divf %[[A1]], %[[A0]]
  // CHECK-NEXT:    %[[B2:.*]] = arith.divf %[[B1]], %[[B0]]
  // CHECK-COUNT-4: arith.divf
  // CHECK-NEXT:    vector.store
  // CHECK-NEXT:    vector.store
  // CHECK:         return{{$}}
  func.func @marked(%x: memref<16xf32> {llvm.noalias},
                    %y: memref<16xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %a0 = vector.load %x[%c0] : memref<16xf32>, vector<8xf32>
    %a1 = math.sqrt %a0 : vector<8xf32>
    %a2 = arith.divf %a1, %a0 : vector<8xf32>
    %a3 = arith.divf %a2, %a0 : vector<8xf32>
    %a4 = arith.divf %a3, %a0 : vector<8xf32>
    vector.store %a4, %y[%c0] : memref<16xf32>, vector<8xf32>
    %b0 = vector.load %x[%c8] : memref<16xf32>, vector<8xf32>
    %b1 = math.sqrt %b0 : vector<8xf32>
    %b2 = arith.divf %b1, %b0 : vector<8xf32>
    %b3 = arith.divf %b2, %b0 : vector<8xf32>
    %b4 = arith.divf %b3, %b0 : vector<8xf32>
    vector.store %b4, %y[%c8] : memref<16xf32>, vector<8xf32>
    return {neo.long_chains}
  }
}
