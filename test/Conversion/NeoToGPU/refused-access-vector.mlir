// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+3 {{an access moves a power of two of elements and has an alignment that is one, too}}
  // expected-error@+2 {{failed to parse Neo_GPUScheduleAttr parameter 'reads' which is to be a `::llvm::ArrayRef<GPUAccessAttr>`}}
  %y = neo.compute [i: 64] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0 axes [<[0] = [<lane 32>, <block 2>]>] reads [<global vector 3 on 0 align 4>] write <global vector 1 on 0 align 4>>}
     : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<64xf32>
}
