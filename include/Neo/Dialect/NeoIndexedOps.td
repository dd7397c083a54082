//===- NeoIndexedOps.td - Indices that are data ------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Included by NeoOps.td. What an index from data means is said in
// IndexedAccess.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_INDEXED_OPS_TD
#define NEO_INDEXED_OPS_TD

include "Neo/Dialect/NeoDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Neo_Positions : AnyTypeOf<[StaticShapeTensorOf<[I64, I32]>]>;

/// What neo.gather and neo.scatter_add have in common: one element of the
/// indexed tensor for every point of the loops.
class Neo_IndexedOp<string mnemonic> : Neo_Op<mnemonic, [Pure]> {
  let arguments = (ins Neo_Tensor:$source,
                       Variadic<Neo_Positions>:$positions,
                       AffineMapAttr:$index,
                       AffineMapArrayAttr:$maps,
                       OptionalAttr<IntegerSetAttr>:$where,
                       StrArrayAttr:$loops);
  let results = (outs Neo_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::RankedTensorType":$type, "::mlir::Value":$source,
                   "const IndexedAccess &":$access)>
  ];
  code accessors = [{
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSource().getType());
    }
    ::mlir::RankedTensorType getType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType());
    }
  }];
}

def Neo_GatherOp : Neo_IndexedOp<"gather"> {
  let summary = "elements of a tensor at indices that are data";
  let description = [{
    For every point of the loops, the element of the source at an index made of
    the loops and of integers that tensors hold; 0 where `where` fails.

    ```mlir
    %Y = neo.gather [i: 32, j: 8] %A[%I[i], j]
       : (tensor<100x8xf32>, tensor<32xi64>) -> tensor<32x8xf32>
    ```

    Constraints (docs/Dialect.md has one test per number): (C12) to (C15), and
    at run time (R1): an integer that is used as an index lies in its dimension.
  }];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = accessors # [{
    /// The tensor that the index is an index of, and the one over the loops.
    ::mlir::RankedTensorType getIndexedType() { return getSourceType(); }
    ::mlir::RankedTensorType getLoopsType() { return getType(); }
  }];
}

def Neo_ScatterAddOp : Neo_IndexedOp<"scatter_add"> {
  let summary = "sums of the elements that are sent to the same place";
  let description = [{
    Starts from zeros and adds, for every point of the loops in row-major order
    at which `where` holds, the element of the source there to the element of
    the result at an index made of the loops and of integers that tensors hold.
    Sums of f16 and bf16 are made in f32.

    ```mlir
    %A = neo.scatter_add [i: 32, j: 8] %Y[i, j] into [%I[i], j]
       : (tensor<32x8xf32>, tensor<32xi64>) -> tensor<100x8xf32>
    ```

    It is the transpose of neo.gather, and its derivative; the derivative of
    neo.gather is this. Constraints as for neo.gather.
  }];
  let extraClassDeclaration = accessors # [{
    /// The tensor that the index is an index of, and the one over the loops.
    ::mlir::RankedTensorType getIndexedType() { return getType(); }
    ::mlir::RankedTensorType getLoopsType() { return getSourceType(); }
  }];
}

#endif // NEO_INDEXED_OPS_TD
