// RUN: neo-opt --neo-autodiff %s | FileCheck %s

// Every gradient has the type of its operand; a conversion converts back.

func.func @f(%x: tensor<4xf16>, %y: tensor<4xbf16>) -> tensor<4xf32> {
  %z = neo.compute [i: 4] %x[i], %y[i]
     : (tensor<4xf16>, tensor<4xbf16>) -> tensor<4xf32> {
  ^bb0(%a: f16, %b: bf16):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    neo.yield %2 : f32
  }
  return %z : tensor<4xf32>
}

// CHECK-LABEL: func.func @f_vjp(
// CHECK-SAME:    -> (tensor<4xf16>, tensor<4xbf16>)
// CHECK:         neo.compute {{.*}} -> tensor<4xf16>
// CHECK:           %[[B:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:           %[[P:.*]] = arith.mulf %{{.*}}, %[[B]] : f32
// CHECK:           arith.truncf %[[P]] : f32 to f16
// CHECK:         neo.compute {{.*}} -> tensor<4xbf16>
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
