// A module that says the numbers of its GPU is scheduled by those: with 16
// multiprocessors, the tiles of a product are larger and fewer.
// RUN: neo-opt %s --neo-schedule-gpu=chip=sm_90 | FileCheck %s --check-prefix=OWN
// RUN: sed 's/neo.gpu_machine =/neo.ignored =/' %s | neo-opt --neo-schedule-gpu=chip=sm_90 | FileCheck %s --check-prefix=TABLE

// OWN: neo.gpu_machine = #neo.gpu_machine<multiprocessors 16
// OWN: neo.gpu_schedule<"sm_90" blocks 32
// TABLE: neo.gpu_schedule<"sm_90" blocks 128
module attributes {neo.gpu_machine = #neo.gpu_machine<multiprocessors 16 warps 64
    registers 65536 of 255 shared 233472 of 232448 fma 128 f16 1365 tf32 683
    memory 3352 cache 5120 clock 1830>} {
  func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>)
      -> tensor<512x512xf32> {
    %c = neo.compute [i: 512, j: 512] sum [k: 512] %a[i, k], %b[k, j]
       : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      neo.yield %0 : f32
    }
    return %c : tensor<512x512xf32>
  }
}
