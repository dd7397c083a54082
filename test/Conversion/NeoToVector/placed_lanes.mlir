// RUN: env NEO_TARGET=avx512 neo-opt --neo-to-vector %s | FileCheck %s

// A tile covers all channels, so the remainder of each lane is known: lanes are
// read in three shifted parts under constant masks. Rows between the first and
// the last have code in which no condition is left.

func.func @f(%X: tensor<40x32xf32>) -> tensor<40x32xf32> {
  %Y = neo.compute [i: 40, c: 32]
         %X[i + (c mod 3) - 1, c]
           if (i + (c mod 3) - 1 >= 0, i + (c mod 3) < 41) else 0.0
         {neo.schedule = "vector [c: 16] tile [c: 2] order [i, c]"}
     : (tensor<40x32xf32>) -> tensor<40x32xf32> {
  ^bb0(%x: f32):
    neo.yield %x : f32
  }
  return %Y : tensor<40x32xf32>
}

// CHECK-LABEL: func.func private @f_kernel0(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1280xf32>
// CHECK-SAME:    vector [c: 16] tile [c: 2]
// CHECK:         scf.for
// CHECK:           arith.cmpi ult, {{.*}}, %c1
// CHECK-NOT:       arith.cmpi sge
// CHECK:           arith.cmpi ult, {{.*}}, %c39
// CHECK-NOT:       arith.cmpi sge
// CHECK:             %[[A:.*]] = vector.maskedload %[[X]][{{.*}}], %cst{{.*}}, %cst
// CHECK-NEXT:        %[[B:.*]] = vector.maskedload %[[X]][{{.*}}], %cst{{.*}}, %[[A]]
// CHECK-NEXT:        vector.maskedload %[[X]][{{.*}}], %cst{{.*}}, %[[B]]
