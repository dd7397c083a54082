//===- ScanPasses.td - What need not be in a loop ----------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_SCANPASSES_TD
#define NEO_TRANSFORMS_SCANPASSES_TD

include "mlir/Pass/PassBase.td"

def NeoMergeScans : Pass<"neo-merge-scans", "mlir::ModuleOp"> {
  let summary = "replace a scan by another one that gives all that it does";
  let description = [{
    Two loops over the same operands, of which one step returns what the other does and
    more, are one: that of a function and the one that its derivative starts with.

    ```mlir
    %0:2 = neo.scan @step steps 50 carry(%h) over(%x) ...
    %1:3 = neo.scan @step_saving steps 50 carry(%h) over(%x) ...
    // --> %1 alone
    ```
  }];
}

def NeoDropUnusedStates : Pass<"neo-drop-unused-states", "mlir::ModuleOp"> {
  let summary = "drop states and outputs of scans that nothing uses";
  let description = [{
    Dead code elimination through loops: a state is dropped if its last value is not
    used and the step makes nothing of it but itself, as is the gradient of a constant
    that nobody asks for; so are stacks without uses, and operands that only these read.

    ```mlir
    %0:3 = neo.scan @step steps 50 carry(%h, %dw) over(%x) with(%w) ...   // %0#2 is used
    // -->
    %0:2 = neo.scan @step steps 50 carry(%h) over(%x) with(%w) ...
    ```

    Not changed: steps that several scans use.
  }];
}

def NeoReuseFromScans : Pass<"neo-reuse-from-scans", "mlir::ModuleOp"> {
  let summary = "read sums that an earlier scan has computed from a stack of it";
  let description = [{
    Common subexpression elimination across two loops of as many steps, as a scan and
    its derivative are. A sum of at least eight terms whose operands are slices of what
    the first loop stacked or ran over, or constants of both, is an output of the first:

    ```mlir
    %0:3 = neo.scan @step_saving steps 50 carry(%h) over(%x) with(%W) ...  // h W
    %1:2 = neo.scan @step_back steps 50 reverse carry(%dh) over(%x, %0#2) with(%W) ...
    // --> over(%x, %0#2, %0#3), a stack of h W
    ```
  }];
}

def NeoSumAfterScans : Pass<"neo-sum-after-scans", "mlir::ModuleOp"> {
  let summary = "take sums over all steps of a scan after the loop";
  let description = [{
    A state that each step adds something to, as the gradient of what all steps share,
    becomes one sum over steps, of stacks that the scan reads or outputs:

    ```mlir
    // step: %dW' = %dW + sum [b] %dg[b, j] * %h[b, k]
    %0:2 = neo.scan @step steps 50 carry(%dh, %zeros) over(%dy, %hs) ...
    // -->
    %0:2 = neo.scan @step steps 50 carry(%dh) over(%dy, %hs) ...
    %dW = neo.compute [j: 512, k: 128] sum [t: 50, b: 16] %0#1[t, b, j], %hs[t, b, k] ...
    ```

    Taken out is what writes fewer elements to stacks than the state has. Changes
    rounding: the sum is taken in another order. Nothing with `neo.strict`.
  }];
}

def NeoFixScanConstants : Pass<"neo-fix-scan-constants", "mlir::ModuleOp"> {
  let summary = "mark what is the same in every step of a scan as fixed";
  let description = [{
    The constants of a scan become `neo.fixed` arguments of its step, if the step is
    that scan's alone and the loop has at least four steps, so that copies of them into
    other layouts are made. `neo-hoist-from-scans` has to follow.
  }];
}

def NeoHoistFromScans : Pass<"neo-hoist-from-scans", "mlir::ModuleOp"> {
  let summary = "move what is the same in every step of a scan before the loop";
  let description = [{
    Loop-invariant code motion: what a step computes of the scan's constants alone, as
    packed weights, becomes a constant of the scan.

    ```mlir
    neo.scan @step steps 50 carry(%h) over(%x) with(%w)      // packs %w in every step
    // -->
    %p = neo.compute ... %w
    neo.scan @step steps 50 carry(%h) over(%x) with(%p)
    ```

    Afterwards no argument of a step is `neo.fixed`.
  }];
}

#endif // NEO_TRANSFORMS_SCANPASSES_TD
