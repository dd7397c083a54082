//===- NeoGPUEnums.td - Words of schedules of GPUs ---------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_GPU_ENUMS_TD
#define NEO_GPU_ENUMS_TD

include "mlir/IR/EnumAttr.td"

def Neo_GPUUnit : I32EnumAttr<"GPUUnit", "what the steps of an axis become", [
    I32EnumAttrCase<"vector_", 0, "vector">,
    I32EnumAttrCase<"register_", 1, "register">,
    I32EnumAttrCase<"lane", 2>, I32EnumAttrCase<"warp", 3>,
    I32EnumAttrCase<"step", 4>, I32EnumAttrCase<"block", 5>]> {
  let cppNamespace = "::neo";
}

def Neo_GPUSpace : I32EnumAttr<"GPUSpace", "where an operand is read", [
    I32EnumAttrCase<"global", 0>, I32EnumAttrCase<"shared", 1>,
    I32EnumAttrCase<"registers", 2>]> {
  let cppNamespace = "::neo";
}

#endif // NEO_GPU_ENUMS_TD
