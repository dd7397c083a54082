// RUN: neo-opt %s --convert-neo-to-gpu --verify-diagnostics

func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error@+4 {{a split has 1 to 2147483647 steps, not 0}}
  // expected-error@+3 {{failed to parse Neo_GPUAxisAttr parameter 'splits' which is to be a `::llvm::ArrayRef<GPUSplitAttr>`}}
  // expected-error@+2 {{failed to parse Neo_GPUScheduleAttr parameter 'axes' which is to be a `::llvm::ArrayRef<GPUAxisAttr>`}}
  %y = neo.compute [i: 64] %x[i]
       {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 2 threads 32 shared 0 axes [<[0] = [<lane 0>, <block 2>]>] reads [<global vector 1 on 0 align 4>] write <global vector 1 on 0 align 4>>}
     : (tensor<64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32):
    neo.yield %a : f32
  }
  return %y : tensor<64xf32>
}
