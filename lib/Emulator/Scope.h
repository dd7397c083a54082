//===- Scope.h - The symbol tables of a function ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Registers, parameters, local variables and labels of a function. Braces open
// scopes: inline assembly declares its registers in braces, and each expansion
// its own. Other names are looked up in the module.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SCOPE_H
#define NEO_LIB_EMULATOR_SCOPE_H

#include "Program.h"

#include <unordered_map>

namespace neo::ptx {

/// What a name refers to.
struct Symbol {
  enum Kind : uint8_t {
    Register,
    Predicate,
    Parameter, ///< `value`: offset in the frame's parameter memory
    Local,     ///< `value`: offset in the frame's local memory
    Variable,  ///< `value`: its number
    Function,  ///< `value`: its number
    Label,     ///< `value`: its index in the code
    Targets    ///< `value`: the number of the branch table
  };
  Kind kind = Register;
  Type type = Type::B32; ///< Of a register.
  uint64_t value = 0;    ///< A register's or predicate's number, or as above.
  uint64_t bytes = 0;
  uint32_t alignment = 1;
  bool isInput = false; ///< A parameter that the function reads only.
};

using Symbols = std::unordered_map<std::string_view, Symbol>;

class Scope {
public:
  Scope(Program &program, const Symbols &globals, uint32_t function)
      : program(program), functionNumber(function), globals(globals),
        scopes(1) {}

  void open() { scopes.emplace_back(); }
  void close() { scopes.pop_back(); }
  unsigned depth() const { return scopes.size(); }

  /// False if the name is taken in the innermost scope.
  bool declare(std::string_view name, const Symbol &symbol);
  const Symbol *find(std::string_view name) const;

  /// `%r<100>` declares a family of names; they are made when they are used.
  /// False if one of them is taken in the innermost scope.
  bool declareFamily(std::string_view prefix, uint32_t count, Type type);

  Function &function() { return program.functions[functionNumber]; }

  /// A slot that holds this constant; the same one for equal constants.
  Slot constant(Constant::Kind kind, uint64_t value, int64_t offset = 0);
  Slot newRegister() { return function().slots++; }

  Program &program;
  const uint32_t functionNumber;

private:
  struct Family {
    uint32_t count = 0;
    Type type = Type::B32;
    uint32_t first = 0;
  };
  struct Names {
    Symbols symbols;
    std::unordered_map<std::string_view, Family> families;
  };
  const Symbol *findIn(const Names &names, std::string_view name) const;

  const Symbols &globals;
  std::vector<Names> scopes;
  mutable Symbol member; ///< The member of a family that was found last.
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SCOPE_H
