// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// How often the products beside each factor would have to be doubled is not
// known for a batch of any size: each is taken by itself.

module attributes {neo.batch = 127 : i64} {
  func.func @f(%x: tensor<127x4xf32>) -> tensor<4xf32> {
    %0 = neo.compute [i: 4] prod [b: 127] %x[b, i]
       : (tensor<127x4xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<4xf32>
  }
}

// CHECK-LABEL: func.func {{.*}}@f_vjp(
// CHECK:         neo.compute [{{.*}}: 4, [[B:.*]]: 127] prod [[[C:.*]]: 127] {{.*}} where ([[B]] - [[C]] - 1 >= 0)
// CHECK:         neo.compute [{{.*}}: 4, [[D:.*]]: 127] prod [[[E:.*]]: 127] {{.*}} where ([[E]] - [[D]] - 1 >= 0)
// CHECK-NOT:     prod
