// RUN: neo-opt --pass-pipeline='builtin.module(func.func(neo-extrema-first{explain=true start=0}))' %s 2>&1 | FileCheck %s
// RUN: neo-run --check-pipeline="builtin.module(func.func(neo-extrema-first{start=0}))" %s

// The function of the largest, not the largest of a function; a falling one
// asks for the smallest. It stays where terms may be missing or where what is
// added depends on the term.

func.func @f(%x: tensor<8x64xf32>, %b: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = neo.compute [i: 8] max [k: 64] %x[i, k], %b[i]
     : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %c: f32):
    %m = arith.constant -2.0 : f32
    %p = arith.mulf %a, %m : f32
    %s = arith.addf %c, %p : f32
    neo.yield %s : f32
  }
  %1 = neo.compute [i: 8] max [k: 64] %x[i, k], %b[i] where (k >= i)
     : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %c, %a : f32
    neo.yield %s : f32
  }
  %2 = neo.compute [i: 8] max [k: 64] %x[i, k] : (tensor<8x64xf32>) -> tensor<8xf32> {
  ^bb0(%a: f32):
    %k = neo.index 1 : index
    %l = arith.index_cast %k : index to i32
    %n = arith.sitofp %l : i32 to f32
    %s = arith.addf %n, %a : f32
    neo.yield %s : f32
  }
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK:       remark: the function of its extremum is taken afterwards: taking it afterwards saves {{[0-9]+}} cycles and costs {{[0-9]+}}
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x64xf32>, %[[B:[^:]*]]: tensor<8xf32>)
// CHECK:         %[[T:.*]] = neo.compute [i: 8] min [k: 64] %[[X]][i, k]
// CHECK:         neo.compute [i: 8] %[[B]][i], %[[T]][i]
// CHECK:         neo.compute [i: 8] max [k: 64] {{.*}} where
// CHECK:           arith.addf
// CHECK:         neo.compute [i: 8] max [k: 64]
// CHECK:           arith.addf
