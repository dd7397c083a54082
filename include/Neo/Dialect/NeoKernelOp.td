//===- NeoKernelOp.td - Several statements as one kernel ---*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Included by NeoOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_KERNEL_OP_TD
#define NEO_KERNEL_OP_TD

def Neo_KernelOp : Neo_Op<"kernel", [
    Pure, IsolatedFromAbove, SingleBlock]> {
  let summary = "operators that share loops and run in one nest of them";
  let description = [{
    The results are what the statements inside, each a neo.compute, would give
    in place of the kernel. What the kernel adds is a promise: the loops it
    names are loops of every statement, and a statement that reads another one
    reads what the same step of these loops made. So one step runs all
    statements, and what only they read need not exist as a tensor.

    ```mlir
    %p = neo.kernel [i: 8] (%x = %scores)
       : (tensor<8x10xf32>) -> tensor<8x10xf32> {
      %e = neo.compute [i: 8, j: 10] %x[i, j]
         : (tensor<8x10xf32>) -> tensor<8x10xf32> {
      ^bb0(%a: f32):
        %0 = math.exp %a : f32
        neo.yield %0 : f32
      }
      %s = neo.compute [i: 8] sum [j: 10] %e[i, j]
         : (tensor<8x10xf32>) -> tensor<8xf32> {
      ^bb0(%a: f32):
        neo.yield %a : f32
      }
      %y = neo.compute [i: 8, j: 10] %e[i, j], %s[i]
         : (tensor<8x10xf32>, tensor<8xf32>) -> tensor<8x10xf32> {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.divf %a, %b : f32
        neo.yield %0 : f32
      }
      neo.results %y : tensor<8x10xf32>
    }
    ```

    A shared loop may be a reduction loop of a statement: a sum over the rows.
    Its result is known when all steps are done, so no statement reads it.

    Constraints (docs/Kernels.md names one test per number):
    - (K1) the region takes one tensor per operand and gives one per result, of
      the same types;
    - (K2) the kernel holds neo.compute operations alone, at least one, and its
      results are theirs;
    - (K3) shared loops have names of their own and positive extents, and every
      statement has a loop of each name, with that extent;
    - (K4) a statement reads another statement's result at its own step: where
      the result is indexed by a shared loop, the index is this loop, or 0 in
      a dimension of extent 1;
    - (K5) what a statement reduces over a shared loop is read by no other.
  }];
  let arguments = (ins Variadic<Neo_Tensor>:$operands,
                       DenseI64ArrayAttr:$extents, StrArrayAttr:$loops);
  let results = (outs Variadic<Neo_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    /// Names of the shared loops.
    ::llvm::SmallVector<std::string> getLoopNames();
    /// The statements in order.
    ::llvm::SmallVector<ComputeOp> getStatements();
    /// What the region gives: one result of a statement per result.
    ::mlir::OperandRange getGiven();
  }];
}

def Neo_ResultsOp : Neo_Op<"results", [Pure, Terminator, ReturnLike,
                                       HasParent<"KernelOp">]> {
  let summary = "the tensors that a neo.kernel gives";
  let arguments = (ins Variadic<Neo_Tensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // NEO_KERNEL_OP_TD
