// RUN: env NEO_TARGET=avx512 neo-opt --neo-optimize %s 2>%t.warnings >%t.declared
// RUN: grep -v "private @f_vjp" %s | env NEO_TARGET=avx512 neo-opt --neo-optimize >%t.without
// RUN: diff %t.declared %t.without

// A derivative that nothing calls does not decide what is kept of its primal: the
// program is the one that compiling without the declaration makes, so the stages that
// NEO_DUMP writes are those of the code that runs.

func.func private @f(%x: tensor<5x4xf32>, %y: tensor<4xf32>) -> tensor<5xf32> {
  %m = neo.compute [k: 5] max [q: 4, p: 62]
         %x[k, q] if (k + p + q == 6) else 1.0, %y[q] {neo.ties = "shared"}
       : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5xf32> {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %a, %c : f32
    neo.yield %p : f32
  }
  return %m : tensor<5xf32>
}
func.func private @f_vjp(tensor<5x4xf32>, tensor<4xf32>, tensor<5xf32>) -> (tensor<5x4xf32>, tensor<4xf32>)

func.func @main(%x: tensor<5x4xf32>, %y: tensor<4xf32>) -> (tensor<5xf32>, tensor<5x4x62xf32>) {
  %v = func.call @f(%x, %y) : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5xf32>
  %t = neo.compute [k: 5, q: 4, p: 62]
         %x[k, q] if (k + p + q == 6) else 1.0, %y[q]
       : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4x62xf32> {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %a, %c : f32
    neo.yield %p : f32
  }
  return %v, %t : tensor<5xf32>, tensor<5x4x62xf32>
}
