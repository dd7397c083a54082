// RUN: sed -n '/^```mlir/,/^```$/p' %S/../../docs/Kernels.md | sed '/^```/d' \
// RUN:   | env NEO_TARGET=avx512 neo-opt --neo-to-vector | FileCheck %s

// The examples of docs/Kernels.md become one kernel each, by the schedule that
// is written.
// CHECK-LABEL: func.func @softmax
// CHECK:       neo.launch @softmax_kernel0
// CHECK-NOT:   neo.launch
// CHECK-LABEL: func.func @product
// CHECK:       neo.launch @product_kernel1
// CHECK-NOT:   neo.launch
// CHECK-LABEL: func.func @shares
// CHECK:       neo.launch @shares_kernel2
// CHECK-NOT:   neo.launch
// CHECK-DAG:   neo.schedule = "rows 2 vectors 2 stages 2 prefetch none"
// CHECK-DAG:   neo.schedule = "vector [j: 16] tile [i: 4, j: 3] order [i, j] parallel 1 block [k: 16]"
