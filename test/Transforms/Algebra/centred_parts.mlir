// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{explain}),canonicalize,cse)' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t
// RUN: neo-run --rtol=1e-12 --entry=channels --check-pipeline="builtin.module(func.func(neo-sums-once))" %s
// RUN: neo-run --rtol=1e-12 --entry=rows --check-pipeline="builtin.module(func.func(neo-sums-once))" %s
// RUN: neo-opt %s --pass-pipeline='builtin.module(func.func(neo-sums-once{strict}))' | FileCheck %s --check-prefix=STRICT

// A sum over the pixels of each channel, while the mean is that of all
// channels, has the median of three numbers of its channel taken off; the sum
// of squares waits for the mean.

// SAYS: remark: the sum over a part of a mean's loops does not wait for the mean: it is of differences to the median of three terms of the part

// CHECK-LABEL: func.func @channels(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<4x3x160xf64>, %[[D:[^:]*]]: tensor<4x3x160xf64>
// CHECK:         %[[M:.*]] = neo.compute [k: 4] sum [c: 3, p: 160] %[[X]][k, c, p]
// CHECK:         %[[Q:.*]] = neo.compute [k: 4, c: 3] %[[X]][k, c, 0], %[[X]][k, c, 80], %[[X]][k, c, 159]
// CHECK:           minimumf
// CHECK-NEXT:      maximumf
// CHECK-NEXT:      minimumf
// CHECK-NEXT:      maximumf
// CHECK:         %[[P:.*]] = neo.compute [k: 4, c: 3] sum [p: 160] %[[D]][k, c, p], %[[X]][k, c, p], %[[Q]][k, c]
// CHECK:         %[[B:.*]] = neo.compute [k: 4, c: 3] sum [p: 160] %[[D]][k, c, p] :
// CHECK:         neo.compute [k: 4, c: 3] %[[M]][k], %[[P]][k, c], %[[B]][k, c], %[[Q]][k, c]
// CHECK:           %[[FAR:.*]] = arith.subf
// CHECK-NEXT:      %[[REST:.*]] = arith.mulf %[[FAR]]
// CHECK-NEXT:      arith.subf %{{.*}}, %[[REST]]
// CHECK:         neo.compute [k: 4, c: 3] sum [p: 160] %[[X]][k, c, p], %[[M]][k]

// STRICT-LABEL: func.func @channels(
// STRICT-NOT:     minimumf
func.func @channels(%x: tensor<4x3x160xf64>, %d: tensor<4x3x160xf64>)
    -> (tensor<4x3xf64>, tensor<4x3xf64>) {
  %m = neo.compute [k: 4] sum [c: 3, p: 160] %x[k, c, p]
     : (tensor<4x3x160xf64>) -> tensor<4xf64> {
  ^bb0(%a: f64):
    %n = arith.constant 480.0 : f64
    %0 = arith.divf %a, %n : f64
    neo.yield %0 : f64
  }
  %s = neo.compute [k: 4, c: 3] sum [p: 160] %d[k, c, p], %x[k, c, p], %m[k]
     : (tensor<4x3x160xf64>, tensor<4x3x160xf64>, tensor<4xf64>) -> tensor<4x3xf64> {
  ^bb0(%e: f64, %a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %e, %0 : f64
    neo.yield %1 : f64
  }
  %q = neo.compute [k: 4, c: 3] sum [p: 160] %x[k, c, p], %m[k]
     : (tensor<4x3x160xf64>, tensor<4xf64>) -> tensor<4x3xf64> {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %0, %0 : f64
    neo.yield %1 : f64
  }
  return %s, %q : tensor<4x3xf64>, tensor<4x3xf64>
}

// Parts of more than 1024 terms have the mean of a sample taken off; m - x and
// what all terms share are as in sums over all loops.

// SAYS: remark: the sum over a part of a mean's loops does not wait for the mean: it is of differences to the mean of some terms of the part

// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[X:[^:]*]]: tensor<2x1280xf64>
// CHECK:         neo.compute [i: 2] sum [j: 16] %[[X]][i, j], %[[X]][i, 0]
// CHECK:         neo.compute [i: 2] sum [j: 1280]
// CHECK:         neo.compute [i: 2] sum [j: 1280]
// CHECK:         %[[FAR:.*]] = arith.subf
// CHECK-NEXT:    %[[REST:.*]] = arith.mulf %[[FAR]]
// CHECK-NEXT:    %[[ALL:.*]] = arith.subf %[[REST]]
// CHECK-NEXT:    arith.divf %[[ALL]]
func.func @rows(%x: tensor<2x1280xf64>, %d: tensor<2x1280xf64>,
                %r: tensor<2xf64>) -> tensor<2xf64> {
  %m = neo.compute [] sum [i: 2, j: 1280] %x[i, j]
     : (tensor<2x1280xf64>) -> tensor<f64> {
  ^bb0(%a: f64):
    neo.yield %a : f64
  }
  %s = neo.compute [i: 2] sum [j: 1280] %d[i, j], %x[i, j], %m[], %r[i]
     : (tensor<2x1280xf64>, tensor<2x1280xf64>, tensor<f64>, tensor<2xf64>) -> tensor<2xf64> {
  ^bb0(%e: f64, %a: f64, %b: f64, %c: f64):
    %n = arith.constant 2560.0 : f64
    %0 = arith.divf %b, %n : f64
    %1 = arith.subf %0, %a : f64
    %2 = arith.mulf %e, %1 : f64
    %3 = arith.divf %2, %c : f64
    neo.yield %3 : f64
  }
  return %s : tensor<2xf64>
}

// Short parts are not worth a pivot each.

// CHECK-LABEL: func.func @short(
// CHECK-COUNT-2: neo.compute
// CHECK-NOT:     neo.compute
func.func @short(%x: tensor<30x64xf64>, %d: tensor<30x64xf64>) -> tensor<30xf64> {
  %m = neo.compute [] sum [i: 30, j: 64] %x[i, j]
     : (tensor<30x64xf64>) -> tensor<f64> {
  ^bb0(%a: f64):
    %n = arith.constant 1920.0 : f64
    %0 = arith.divf %a, %n : f64
    neo.yield %0 : f64
  }
  %s = neo.compute [i: 30] sum [j: 64] %d[i, j], %x[i, j], %m[]
     : (tensor<30x64xf64>, tensor<30x64xf64>, tensor<f64>) -> tensor<30xf64> {
  ^bb0(%e: f64, %a: f64, %b: f64):
    %0 = arith.subf %a, %b : f64
    %1 = arith.mulf %e, %0 : f64
    neo.yield %1 : f64
  }
  return %s : tensor<30xf64>
}
