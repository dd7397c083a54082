//===- Syntax.h - PTX as it is written --------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The syntax tree, from the parser to the decoder: statements with unresolved
// names. All views point into the text of the Program.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SYNTAX_H
#define NEO_LIB_EMULATOR_SYNTAX_H

#include "Types.h"

#include <cstring>
#include <string_view>
#include <vector>

namespace neo::ptx {

enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Const };

struct OperandText {
  enum Kind : uint8_t {
    Name,    ///< %r1, symbol, _, %p1|%p2 (`second`), !%p1 (`negated`), sym+4
    Integer, ///< `bits`, as 64-bit two's complement
    Float,   ///< 0f..., the bits of an f32
    Double,  ///< 0d... and 1.5, the bits of an f64
    Address, ///< [name+offset] or [offset], or [name, {...}] in `elements`
    Vector,  ///< {a, b}
    List     ///< (a, b), of calls
  };
  Kind kind = Name;
  bool negated = false;
  std::string_view name, second;
  uint64_t bits = 0;
  int64_t offset = 0;
  std::vector<OperandText> elements;

  /// The bits of an f32 that a Double is rounded to.
  uint64_t roundedBits() const {
    double wide = 0;
    std::memcpy(&wide, &bits, sizeof(wide));
    float narrow = float(wide);
    uint32_t rounded = 0;
    std::memcpy(&rounded, &narrow, sizeof(rounded));
    return rounded;
  }
};

/// A variable in any state space, or a parameter.
struct VariableText {
  uint32_t line = 0;
  Space space = Space::Generic;
  bool isExternal = false;
  Type type = Type::B8;
  uint32_t alignment = 1;
  uint64_t bytes = 0; ///< 0: an array without extent.
  std::string_view name;
  std::vector<uint8_t> initial; ///< Bytes of the initialiser, may be fewer.
};

/// One item of a body, in the order of the text.
struct ItemText {
  enum Kind : uint8_t {
    Statement,
    Label,
    Registers, ///< `name` times `count`, 0: only `name`
    Variable,
    Targets, ///< `name: .branchtargets` the names in `operands`
    Open,    ///< A scope of names
    Close
  };
  Kind kind = Statement;
  uint32_t line = 0;
  std::string_view name; ///< The opcode with its modifiers, or a name.
  std::string_view guard;
  bool guardNegated = false;
  std::vector<OperandText> operands;
  Type type = Type::B32;
  uint32_t count = 0;
  VariableText variable;
};

struct FunctionText {
  uint32_t line = 0;
  bool isEntry = false;
  bool hasBody = false;
  std::string_view name;
  std::vector<VariableText> results, parameters;
  std::vector<ItemText> items;
  uint32_t maxThreads = 0;          ///< .maxntid, 0: no limit
  uint32_t required[3] = {0, 0, 0}; ///< .reqntid
};

struct ModuleText {
  unsigned target = 0; ///< 80 of `.target sm_80`, 0: none is named.
  std::vector<VariableText> variables;
  std::vector<FunctionText> functions;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SYNTAX_H
