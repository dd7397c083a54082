//===- NeoScanOp.td - Loops over time ----------------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_SCAN_OP_TD
#define NEO_SCAN_OP_TD

def Neo_ScanOp : Neo_Op<"scan", [
    Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a function applied step by step, its state carried along";
  let description = [{
    Calls `step(state..., slices..., constants...)` once for each of `steps`
    slices of the tensors in `over`, along their first dimension. The function
    returns the next state, then any number of outputs. The results are the last
    state and the outputs of all steps, stacked along a new first dimension.

    ```mlir
    // h = cell(h, x[t], W) for t = 0 .. 9; every h in %hs
    %h, %hs = neo.scan @cell steps 10 carry(%h0) over(%x) with(%W)
       : (tensor<4xf32>, tensor<10x3xf32>, tensor<3x4xf32>)
      -> (tensor<4xf32>, tensor<10x4xf32>)
    func.func private @cell(%h: tensor<4xf32>, %x: tensor<3xf32>,
        %W: tensor<3x4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    ```

    With `reverse` the steps run from the last slice to the first; outputs are
    stacked where their slices stand. With no steps the state is the initial one
    and the stacks are empty.

    Constraints (docs/Dialect.md has one test per number):
    - (C16) `steps` is not negative, and the first extent of every tensor in
      `over` and of every stacked output;
    - (C17) the function exists, takes the state, the slices and the constants,
      and returns the state and a slice of every stacked output.

    The loop is one operator and not a region, so the step is a function like
    any other: derivatives, fusion, layouts and schedules see only that.
  }];
  let arguments = (ins FlatSymbolRefAttr:$step, I64Attr:$steps,
                       UnitAttr:$reverse, Variadic<Neo_Tensor>:$carry,
                       Variadic<Neo_Tensor>:$over,
                       Variadic<Neo_Tensor>:$constants);
  let results = (outs Variadic<Neo_Tensor>:$results);
  let assemblyFormat = [{
    $step `steps` $steps (`reverse` $reverse^)?
    (`carry` `(` $carry^ `)`)? (`over` `(` $over^ `)`)?
    (`with` `(` $constants^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The last state, then the stacks of outputs.
    ::mlir::ResultRange getFinalState() {
      return getResults().take_front(getCarry().size());
    }
    ::mlir::ResultRange getStacks() {
      return getResults().drop_front(getCarry().size());
    }
    /// The type that the step function must have.
    ::mlir::FunctionType getStepType();
    /// The step function, from the module around this operation.
    ::mlir::func::FuncOp lookupStep();
  }];
}

#endif // NEO_SCAN_OP_TD
