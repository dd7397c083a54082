//===- NeoOps.td - Operations of the neo dialect -----------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_OPS_TD
#define NEO_OPS_TD

include "Neo/Dialect/NeoDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Neo_Tensor : AnyTypeOf<[
    StaticShapeTensorOf<[F64, F32, F16, BF16, I64, I32, I8, I1]>]>;

include "Neo/Dialect/NeoIndexedOps.td"

def Neo_ComputeOp : Neo_Op<"compute", [
    Pure, IsolatedFromAbove, SingleBlock]> {
  let summary = "one tensor operator, written as an index expression";
  let description = [{
    For every point of the output loops, combines (by `kind`) the value of the
    body over all points of the reduction loops. Block argument `k` is the
    element that operand `k` holds at the index its access map gives, or its
    pad where its guard fails. Where the `where` guard fails, the term is the
    identity of the reduction.

    ```mlir
    %C = neo.compute [i: 4, j: 5] sum [k: 6]
           %A[i, k], %B[k, j]
         : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32> {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.mulf %a, %b : f32
      neo.yield %0 : f32
    }
    ```

    Constraints (docs/Dialect.md has one test per number):
    - (C1) output loops are the dimensions of the result, with its extents;
      each loop has a name of its own, an identifier;
    - (C2) extents are not negative and their product fits 63 bits;
    - (C3) there is one map, one guard and one pad per operand, each over all
      loops and without symbols;
    - (C4) every index is proven to lie inside its operand wherever the
      operand's guard and the `where` guard hold;
    - (C5) a guarded operand has a pad of its element type, an unguarded one
      has none;
    - (C6) the body takes one scalar per operand and yields one scalar of the
      result's element type (argmax, argmin: the result holds i64 positions);
    - (C7) the body holds `neo.index` and speculatable arith and math operations
      on scalars, those that docs/Dialect.md lists;
    - (C8) no reduction loops and no `where` without a reduction kind;
    - (C9) `and` and `or` reduce i1 or integers, the other kinds numbers;
      `argmax` and `argmin` reduce some term; only `max`, `min` have `neo.ties`;
    - (C10) indices and conditions are quasi-affine: they multiply by constants
      only, divide by positive constants only, stay within 64 bits, and their
      constants within 2^61;
    - (C11) tensors carry no encoding.

    Source: NeoFlow (TPDS 2021), section 4.1.
  }];
  let arguments = (ins
    Variadic<Neo_Tensor>:$operands,
    Neo_ReductionKind:$kind,
    DenseI64ArrayAttr:$reductionExtents,
    AffineMapArrayAttr:$maps,
    ArrayAttr:$guards,
    ArrayAttr:$pads,
    OptionalAttr<IntegerSetAttr>:$where,
    StrArrayAttr:$loops);
  let results = (outs Neo_Tensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let hasFolder = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "const ComputeSpec &":$spec)>
  ];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType());
    }
    unsigned getNumOutputLoops() { return getType().getRank(); }
    unsigned getNumReductionLoops() { return getReductionExtents().size(); }
    unsigned getNumLoops() {
      return getNumOutputLoops() + getNumReductionLoops();
    }
    /// Extents of all loops: output loops first, then reduction loops.
    ::llvm::SmallVector<int64_t> getExtents();
    ::mlir::AffineMap getMap(unsigned operand) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getMaps()[operand])
          .getValue();
    }
    /// The operand's guard; a null set where it has none.
    ::mlir::IntegerSet getGuard(unsigned operand);
    /// The operand's pad; null where it has no guard.
    ::mlir::TypedAttr getPad(unsigned operand) {
      return ::llvm::dyn_cast<::mlir::TypedAttr>(getPads()[operand]);
    }
    ::mlir::IntegerSet getWhereSet() {
      return getWhere() ? *getWhere() : ::mlir::IntegerSet();
    }
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    ::mlir::Value getYielded();
    ::mlir::RankedTensorType getOperandType(unsigned operand) {
      return ::llvm::cast<::mlir::RankedTensorType>(
          getOperand(operand).getType());
    }
  }];
}

def Neo_YieldOp : Neo_Op<"yield", [Pure, Terminator, ReturnLike,
                                   HasParent<"ComputeOp">]> {
  let summary = "the scalar that one point of a neo.compute contributes";
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Neo_IndexOp : Neo_Op<"index", [Pure, HasParent<"ComputeOp">]> {
  let summary = "the value of one loop of the enclosing neo.compute";
  let description = [{
    `neo.index N` is the value of loop `N`: output loops are counted first, then
    reduction loops.
  }];
  let arguments = (ins I64Attr:$loop);
  let results = (outs Index:$result);
  let assemblyFormat = "$loop attr-dict `:` type($result)";
}

def Neo_StopGradientOp : Neo_Op<"stop_gradient", [
    Pure, SameOperandsAndResultType]> {
  let summary = "a tensor that derivatives take for a constant";
  let description = [{
    The result is the operand. Neither a cotangent nor a tangent passes, in
    derivatives of any order. On integers, which have no gradient, it folds.

    ```mlir
    %c = neo.stop_gradient %x : tensor<4x6xf32>
    ```
  }];
  let arguments = (ins Neo_Tensor:$input);
  let results = (outs Neo_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Neo_WaitOp : Neo_Op<"wait", [
    Pure, AttrSizedOperandSegments, InferTypeOpAdaptor]> {
  let summary = "tensors that are not to be used before others are known";
  let description = [{
    The results are the inputs; the values only have to exist first. What is
    computed from the results is computed later than they, and is not the same
    as what was computed from the inputs before: that is how the derivative of a
    function with the attribute `neo.checkpoint` computes its inside again
    instead of keeping it. Inputs whose result is not used are dropped.

    ```mlir
    %x1, %w1 = neo.wait %x, %w for %dy
       : tensor<4xf32>, tensor<4xf32> for tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<Neo_Tensor>:$inputs,
                       Variadic<Neo_Tensor>:$values);
  let results = (outs Variadic<Neo_Tensor>:$results);
  let assemblyFormat = [{
    $inputs `for` $values attr-dict `:` type($inputs) `for` type($values)
  }];
  let hasCanonicalizeMethod = 1;
}

def Neo_LaunchOp : Neo_Op<"launch", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "run one compiled kernel over the range of its parallel loop";
  let description = [{
    Calls `kernel(operands..., results..., begin, end)` for parts of the range
    `[0, extent)`, each a multiple of `grain`, in any order and in parallel.
    The kernel writes every element of the results. Launches are what the
    executor's plan is made of, in program order.

    ```mlir
    %0 = neo.launch @matmul_kernel(%A, %B) range 128 grain 4
       : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<Neo_Tensor>:$operands,
                       I64Attr:$extent, I64Attr:$grain);
  let results = (outs Variadic<Neo_Tensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $operands `)` `range` $extent `grain` $grain attr-dict
    `:` functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

include "Neo/Dialect/NeoKernelOp.td"
include "Neo/Dialect/NeoScanOp.td"

#endif // NEO_OPS_TD
