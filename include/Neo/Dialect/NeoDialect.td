//===- NeoDialect.td - The neo dialect ---------------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_TD
#define NEO_DIALECT_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Neo_Dialect : Dialect {
  let name = "neo";
  let summary = "Tensor operators written as quasi-affine index expressions";
  let description = [{
    One operator, `neo.compute`, says everything that can be said with an index
    expression: output loops, reduction loops, one quasi-affine access per
    operand, guards, and a scalar body. Layout changes, reshapes, pads, slices
    and concatenations are `neo.compute` too, so they compose, cancel and fuse
    by substituting one index expression into another.

    `neo.gather` and `neo.scatter_add` read and add at indices that tensors hold;
    `neo.scan` applies a function step by step.
  }];
  let cppNamespace = "::neo";
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerGPUAttributes();
    void registerGPUOperations();

    ProvenBounds &getProvenBounds() const { return *provenBounds; }

  private:
    std::shared_ptr<ProvenBounds> provenBounds =
        std::make_shared<ProvenBounds>();

  public:
  }];
}

def Neo_ReductionKind : I32EnumAttr<"ReductionKind",
    "how the terms of one output element are combined", [
      I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"sum", 1>,
      I32EnumAttrCase<"prod", 2>, I32EnumAttrCase<"max", 3>,
      I32EnumAttrCase<"min", 4>, I32EnumAttrCase<"and_", 5, "and">,
      I32EnumAttrCase<"or_", 6, "or">, I32EnumAttrCase<"argmax", 7>,
      I32EnumAttrCase<"argmin", 8>]> {
  let cppNamespace = "::neo";
}

class Neo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Neo_Dialect, mnemonic, traits>;

#endif // NEO_DIALECT_TD
