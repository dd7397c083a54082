// RUN: neo-opt --neo-optimize --verify-diagnostics %s

// Kernels are made anew, and with them goes what is written on them: said, not lost.

func.func @f(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-error @+1 {{this neo.schedule cannot be followed: derivatives dissolve kernels, which are made anew; leave the schedule out, or mark the module neo.scheduled and compile it as it stands}}
  %0 = neo.kernel [i: 64] (%a = %x) {neo.schedule = "rows 2"}
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    %y = neo.compute [i: 64, j: 32] %a[i, j]
       : (tensor<64x32xf32>) -> tensor<64x32xf32> {
    ^bb0(%v: f32):
      %e = math.exp %v : f32
      neo.yield %e : f32
    }
    neo.results %y : tensor<64x32xf32>
  }
  return %0 : tensor<64x32xf32>
}
