//===- GPUPasses.td - From neo to NVIDIA GPUs --------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_GPUPASSES_TD
#define NEO_CONVERSION_GPUPASSES_TD

include "mlir/Pass/PassBase.td"

def NeoLayOutFactors : Pass<"neo-lay-out-factors", "mlir::func::FuncOp"> {
  let summary = "order what tensor cores multiply so that copies of it are wide";
  let description = [{
    Products of tensor cores of which elements are copied one by one get operands
    in an order with contiguous dimensions innermost, where the model of their time
    says that this saves more than the copies take
    (`Neo/Schedule/GPU/FactorLayout.h`). Products whose operands other operators extend
    read these before: tensor cores multiply halves.

    ```mlir
    %y = neo.compute [b: 8, k: 64, p: 56, q: 56] sum [c: 64, r: 3, s: 3]
           %x[b, c, p + r - 1, q + s - 1] if (...) else 0.0, %w[k, c, r, s]
         : (tensor<8x64x56x56xf16>, tensor<64x64x3x3xf16>) -> ...
    // -->
    %0 = neo.compute [i0: 8, i1: 56, i2: 56, i3: 64] %x[i0, i3, i1, i2]
    %1 = neo.compute [i0: 64, i1: 3, i2: 3, i3: 64] %w[i0, i3, i1, i2]
    %y = neo.compute [b: 8, k: 64, p: 56, q: 56] sum [r: 3, s: 3, c: 64]
           %0[b, p + r - 1, q + s - 1, c] if (...) else 0.0, %1[k, r, s, c]
         : (tensor<8x56x56x64xf16>, tensor<64x3x3x64xf16>) -> ...
    ```

    An operator in a neo.kernel, or that has a schedule, stays as it is. The
    numbers of the GPU are those of the module, or of an sm_80.
  }];
  let dependentDialects = ["neo::NeoDialect"];
}

def NeoScheduleGPU : Pass<"neo-schedule-gpu", "mlir::ModuleOp"> {
  let summary = "write on every operator the schedule of its kernel on a GPU";
  let description = [{
    The schedule is a typed attribute, complete and chosen without trials. It says
    what the steps of the loops become (vector, register, lane, warp, step,
    block), and how each operand and the result are reached:

    ```mlir
    %y = neo.compute [i: 512, j: 512] %x[i, j] : ... { ... }
    // -->
    %y = neo.compute [i: 512, j: 512] %x[i, j]
         {neo.gpu = #neo.gpu_schedule<"sm_80" blocks 1024 threads 256 shared 0
           axes [<[0, 1] = [<lane 32>, <warp 8>, <block 1024>]>]
           reads [<global vector 1 on 0 align 4>]
           write <global vector 1 on 0 align 4>>} : ... { ... }
    ```

    A neo.gather or neo.scatter_add, whose kernel has a thread for each element,
    gets the blocks, and how the points of a row are found:

    ```mlir
    {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 19 threads 256
                 lists <rows 30 first 1 next 1>>}
    ```

    It can be edited; an operator that has one keeps it. The statements of a
    neo.kernel are scheduled one by one. The numbers of the GPU that it is chosen by
    stand on the module afterwards; a module that has some, of another GPU of the
    same capability, keeps those:

    ```mlir
    module attributes {neo.gpu_machine = #neo.gpu_machine<multiprocessors 114 ...>}
    ```
  }];
  let dependentDialects = ["neo::NeoDialect"];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "the GPU as ptxas names it: sm_80 or sm_90">,
    Option<"allowTF32", "allow-tf32", "bool", "false",
           "tensor cores may multiply f32 as tf32, as in a module with neo.allow_tf32">,
    Option<"rank", "rank", "int64_t", "0",
           "the place of products' tiles in the order of modelled costs, from 0 for "
           "the cheapest to 1000000: to compare the model with a device">
  ];
}

def ConvertNeoToGPU : Pass<"convert-neo-to-gpu", "mlir::ModuleOp"> {
  let summary = "turn every scheduled operator into a kernel of a GPU";
  let description = [{
    Each operator becomes a `gpu.func` over flat buffers, in gpu, scf, vector
    and memref operations, and a neo.gpu_launch of it; a neo.scatter_add that
    follows lists of points two more, which make them. The code follows the
    attribute `neo.gpu` (neo-schedule-gpu); a schedule that does not fit the
    operator is refused with a message.

    ```mlir
    %0 = neo.gpu_launch @kernels::@main_kernel0(%x) blocks 1024 threads 256 shared 0
       : (tensor<512x512xf32>) -> tensor<512x512xf32>
    gpu.module @kernels {
      gpu.func @main_kernel0(%x: memref<262144xf32>, %y: memref<262144xf32>) kernel
    ```
  }];
  let dependentDialects = ["mlir::gpu::GPUDialect", "mlir::nvgpu::NVGPUDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::NVVM::NVVMDialect",
                           "mlir::scf::SCFDialect", "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def NeoVerifyGPULaunches : Pass<"neo-verify-gpu-launches", "mlir::ModuleOp"> {
  let summary = "refuse launches that a GPU has no room for";
  let description = [{
    Kernels that were scheduled for one chip are compiled for another one, or for a GPU
    whose numbers the module says: a block must not want more shared memory than that
    has. Nothing is changed.

    ```mlir
    // error: 'neo.gpu_launch' op has 233472 bytes of shared memory; a block of sm_80 has
    // at most 166912: schedule it for sm_80 (neo-schedule-gpu=chip=sm_80)
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "the GPU as ptxas names it: sm_80 or sm_90">
  ];
}

def NeoExternShared : Pass<"neo-extern-shared", "mlir::gpu::GPUModuleOp"> {
  let summary = "declare dynamic shared memory as PTX wants it";
  let description = [{
    MLIR 22 lowers gpu.dynamic_shared_memory to an internal array of one element,
    which the assembler places between others. It becomes an external one, whose
    extent the launch gives.

    ```mlir
    llvm.mlir.global internal @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 16} : !llvm.array<0 x i8>
    // -->
    llvm.mlir.global external @__dynamic_shmem__0() {addr_space = 3 : i32, alignment = 128} : !llvm.array<0 x i8>
    ```
  }];
}

def NeoLowerRemainingMath : Pass<"neo-lower-remaining-math", "mlir::gpu::GPUModuleOp"> {
  let summary = "lower operations of math that are one instruction";
  let description = [{
    MLIR 22 knows a function of CUDA's libdevice for each rounding but math.trunc, and
    none for math.absi. For math.fma it calls `__nv_fmaf`, so that a product would have
    no PTX where the toolkit is absent. LLVM's intrinsics are one instruction, `cvt.rzi`,
    `abs` and `fma`. An fma of halves is left: it is one of f32, rounded.

    ```mlir
    %1 = math.trunc %0 : f32
    // -->
    %1 = llvm.intr.trunc(%0) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect"];
}

#endif // NEO_CONVERSION_GPUPASSES_TD
