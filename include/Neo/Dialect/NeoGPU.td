//===- NeoGPU.td - Schedules and launches of GPUs ----------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What the attributes mean is said in GPUSchedule.h. They stand apart from
// NeoOps.td: what has no part in GPUs does not include them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_GPU_TD
#define NEO_GPU_TD

include "Neo/Dialect/NeoDialect.td"
include "Neo/Dialect/NeoGPUEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Neo_GPUAttr<string name, string keyword>
    : AttrDef<Neo_Dialect, name> {
  let mnemonic = keyword;
  let genVerifyDecl = 1;
}

def Neo_GPUSplitAttr : Neo_GPUAttr<"GPUSplit", "gpu_split"> {
  let summary = "so many steps of an axis are vectors, lanes, blocks, ...";
  let parameters = (ins EnumParameter<Neo_GPUUnit>:$unit, "int64_t":$size);
  let assemblyFormat = "`<` $unit $size `>`";
}

def Neo_GPUAxisAttr : Neo_GPUAttr<"GPUAxis", "gpu_axis"> {
  let summary = "loops walked as one, and what their steps become";
  let description = [{
    Loops by their numbers, the last one fastest; splits from the innermost on.
    An axis without loops has threads that do what others do, too.

    ```mlir
    #neo.gpu_axis<[0, 1] = [<vector 4>, <lane 32>, <warp 8>, <block 64>]>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$loops,
                        OptionalArrayRefParameter<"GPUSplitAttr">:$splits);
  let assemblyFormat = "`<` `[` (`]`) : ($loops^ `]`)? `=` `[` (`]`) : ($splits^ `]`)? `>`";
}

def Neo_GPUWindowAttr : Neo_GPUAttr<"GPUWindow", "gpu_window"> {
  let summary = "how what a block reads of an operand lies in shared memory";
  let description = [{
    The axes of the window, outermost first, and how many elements lie between
    two steps of each; the copies in flight that it has a place for, so many
    elements apart. The copies of all windows of operands are the same number of
    bytes apart, so that a pipeline stage has the same offset in each of them.
    Neighbouring lanes copy elements along one axis, then along the innermost
    other one, `interleave` of whose steps lie between them.

    ```mlir
    #neo.gpu_window<[1, 0] pitch [20, 1] at 0 apart 2560 copies 3 copy 4 on 0
      interleave 4>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$axes,
                        ArrayRefParameter<"int64_t">:$pitches,
                        "int64_t":$offset, "int64_t":$apart,
                        "int64_t":$copies, "int64_t":$vector,
                        "int64_t":$along,
                        DefaultValuedParameter<"int64_t", "1">:$interleave);
  let assemblyFormat = [{
    `<` `[` $axes `]` `pitch` `[` $pitches `]` `at` $offset `apart` $apart
    `copies` $copies `copy` $vector `on` $along (`interleave` $interleave^)? `>`
  }];
}

def Neo_GPUAccessAttr : Neo_GPUAttr<"GPUAccess", "gpu_access"> {
  let summary = "how the elements of one operand or result are reached";
  let description = [{
    The space; how many elements one access moves, along which axis, and the
    alignment in bytes that is proven for it; which constraints of the guard are
    looked at, by number (the others hold), and which axes have steps beyond the
    last one.

    ```mlir
    #neo.gpu_access<global vector 4 on 0 align 16 guard [] edge [0]>
    ```
  }];
  let parameters = (ins EnumParameter<Neo_GPUSpace>:$space,
                        "int64_t":$vector, "int64_t":$along, "int64_t":$align,
                        OptionalArrayRefParameter<"int64_t">:$guards,
                        OptionalArrayRefParameter<"int64_t">:$edges,
                        OptionalParameter<"GPUWindowAttr">:$window);
  let assemblyFormat = [{
    `<` $space `vector` $vector `on` $along `align` $align
    (`guard` `[` $guards^ `]`)? (`edge` `[` $edges^ `]`)?
    (`window` $window^)? `>`
  }];
}

def Neo_GPUJoinAttr : Neo_GPUAttr<"GPUJoin", "gpu_join"> {
  let summary = "how parts of a reduction that blocks have made are joined";
  let description = [{
    Blocks that share the terms leave so many parts of each element of the
    result, and a second kernel joins them: so many blocks and threads, of which
    so many lanes share the parts of an element.

    ```mlir
    #neo.gpu_join<parts 16 blocks 144 threads 256 lanes 1>
    ```
  }];
  let parameters = (ins "int64_t":$parts, "int64_t":$blocks,
                        "int64_t":$threads, "int64_t":$lanes);
  let assemblyFormat = [{
    `<` `parts` $parts `blocks` $blocks `threads` $threads `lanes` $lanes `>`
  }];
}

def Neo_GPUOverlapAttr : Neo_GPUAttr<"GPUOverlap", "gpu_overlap"> {
  let summary = "the accesses that a thread begins among its computations";
  let description = [{
    The copies of a stage ahead are begun in so many parts, between as many groups
    of the products of a step. Sets of fragments that registers hold: with two,
    those that are multiplied next are loaded before the current ones are
    multiplied, across the barrier. Of a statement of a neo.kernel that stores its
    result, operands of so many vectors of it are read before the first is made. A
    schedule that says nothing of it has ones.

    ```mlir
    #neo.gpu_overlap<copies 3 fragments 2 operands 8>
    ```
  }];
  let parameters = (ins "int64_t":$copies, "int64_t":$fragments,
                        "int64_t":$operands);
  let assemblyFormat = [{
    `<` `copies` $copies `fragments` $fragments `operands` $operands `>`
  }];
  let extraClassDeclaration = [{
    /// Every access is begun where it is needed.
    static GPUOverlapAttr getNone(::mlir::MLIRContext *context) {
      return get(context, 1, 1, 1);
    }
  }];
}

def Neo_GPUMachineAttr : Neo_GPUAttr<"GPUMachine", "gpu_machine"> {
  let summary = "the numbers of a GPU that schedules are chosen by";
  let description = [{
    On a module, as `neo.gpu_machine`. Multiprocessors; of each of them the warps,
    registers and bytes of shared memory that it holds, and how many of them a
    thread's registers and a block's shared memory are at most; its f32 fma and
    its products of f16 and of tf32 per clock; GB/s of device memory; bytes per
    clock that all multiprocessors read of the L2 cache; MHz. Every number is 1
    or more.

    ```mlir
    #neo.gpu_machine<multiprocessors 132 warps 64 registers 65536 of 255
      shared 233472 of 232448 fma 128 f16 1365 tf32 683 memory 3352 cache 5120
      clock 1830>
    ```
  }];
  let parameters = (ins "int64_t":$multiprocessors, "int64_t":$warps,
                        "int64_t":$registers, "int64_t":$threadRegisters,
                        "int64_t":$shared, "int64_t":$blockShared,
                        "int64_t":$fma, "int64_t":$half, "int64_t":$tf32,
                        "int64_t":$memory, "int64_t":$cache, "int64_t":$clock);
  let assemblyFormat = [{
    `<` `multiprocessors` $multiprocessors `warps` $warps
    `registers` $registers `of` $threadRegisters `shared` $shared `of` $blockShared
    `fma` $fma `f16` $half `tf32` $tf32 `memory` $memory `cache` $cache
    `clock` $clock `>`
  }];
}

def Neo_GPUScheduleAttr : Neo_GPUAttr<"GPUSchedule", "gpu_schedule"> {
  let summary = "how a neo.compute runs on a GPU, complete";
  let description = [{
    The blocks of the grid, the threads of a block, the bytes of shared memory of
    a block; one axis or more that have all loops; one plan per operand, and that
    of the result. `mma 16` says that tensor cores multiply, 16 terms at a time
    (mma.sync.m16n8k16) of halves, and `mma 8` that they multiply f32 rounded to
    tf32, 8 terms at a time (mma.sync.m16n8k8): lanes and registers of the first
    output axis that is no batch are then those of the fragments' rows, of the
    second of their columns. `overlap` says which accesses are begun ahead, and
    `rolled [1]` that the loop over the steps of axis 1 is not to be unrolled.
    Where blocks share the terms of a reduction, a join says what becomes of what
    they leave, and the plan of the result is that of their parts.

    ```mlir
    #neo.gpu_schedule<"sm_80" blocks 64 threads 256 shared 0
      axes [<[0] = [<vector 4>, <lane 32>, <warp 8>, <block 64>]>]
      reads [<global vector 4 on 0 align 16>]
      write <global vector 4 on 0 align 16>>
    ```
  }];
  let parameters = (ins StringRefParameter<"the chip">:$chip,
                        "int64_t":$blocks, "int64_t":$threads,
                        "int64_t":$shared,
                        OptionalArrayRefParameter<"GPUAxisAttr">:$axes,
                        OptionalArrayRefParameter<"GPUAccessAttr">:$reads,
                        "GPUAccessAttr":$write,
                        DefaultValuedParameter<"int64_t", "0">:$mma,
                        DefaultValuedParameter<
                          "::neo::GPUOverlapAttr",
                          "::neo::GPUOverlapAttr::getNone($_ctxt)">:$overlap,
                        OptionalArrayRefParameter<"int64_t">:$rolled,
                        OptionalParameter<"GPUJoinAttr">:$join);
  let assemblyFormat = [{
    `<` $chip `blocks` $blocks `threads` $threads `shared` $shared
    (`axes` `[` $axes^ `]`)? (`reads` `[` $reads^ `]`)? `write` $write
    (`mma` $mma^)? (`overlap` $overlap^)? (`rolled` `[` $rolled^ `]`)?
    (`join` $join^)? `>`
  }];
}

def Neo_GPUListsAttr : Neo_GPUAttr<"GPULists", "gpu_lists"> {
  let summary = "how the points that a scatter sends to a row are found";
  let description = [{
    So many rows of the result are a bucket, whose points two kernels link into a
    list: one of `first` blocks finds the first point of each bucket, one of
    `next` blocks the next of each point.

    ```mlir
    #neo.gpu_lists<rows 30 first 1 next 1>
    ```
  }];
  let parameters = (ins "int64_t":$rows, "int64_t":$first, "int64_t":$next);
  let assemblyFormat = "`<` `rows` $rows `first` $first `next` $next `>`";
}

def Neo_GPUIndexedScheduleAttr
    : Neo_GPUAttr<"GPUIndexedSchedule", "gpu_indexed_schedule"> {
  let summary = "how a neo.gather or neo.scatter_add runs on a GPU, complete";
  let description = [{
    A thread makes an element: so many blocks of so many threads. Those of a
    scatter_add follow `lists` of points, whose kernels have blocks of as many
    threads; without them each looks at every point.

    ```mlir
    #neo.gpu_indexed_schedule<"sm_80" blocks 19 threads 256
      lists <rows 30 first 1 next 1>>
    ```
  }];
  let parameters = (ins StringRefParameter<"the chip">:$chip,
                        "int64_t":$blocks, "int64_t":$threads,
                        OptionalParameter<"GPUListsAttr">:$lists);
  let assemblyFormat = [{
    `<` $chip `blocks` $blocks `threads` $threads (`lists` $lists^)? `>`
  }];
}

def Neo_GPUTensor : AnyTypeOf<[
    StaticShapeTensorOf<[F64, F32, F16, BF16, I64, I32, I8, I1]>]>;

def Neo_GPULaunchOp : Neo_Op<"gpu_launch", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run one kernel of a GPU over a grid of blocks";
  let description = [{
    Calls `kernel(operands..., results...)`, one address in device memory each,
    in `blocks` blocks of `threads` threads with `shared` bytes of dynamic shared
    memory. The kernel writes every element of the results. Where there are no
    blocks, nothing is launched.

    ```mlir
    %0 = neo.gpu_launch @f_kernels::@f_kernel0(%A, %B)
         blocks 64 threads 256 shared 0
       : (tensor<64x6xf32>, tensor<6x5xf32>) -> tensor<64x5xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<Neo_GPUTensor>:$operands,
                       I64Attr:$blocks, I64Attr:$threads, I64Attr:$shared);
  let results = (outs Variadic<Neo_GPUTensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $operands `)` `blocks` $blocks `threads` $threads
    `shared` $shared attr-dict `:` functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

#endif // NEO_GPU_TD
