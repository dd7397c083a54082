//===- Decoder.h - From one statement to one instruction --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each family of instructions has a function that decodes a statement: it takes
// the modifiers it knows, reads the operands in their types and returns the
// function that executes this form:
//
//     static Execute decodeAdd(Decoder &d) {
//       bool saturates = d.take("sat");
//       Type type = d.takeType();
//       d.operands(3);
//       d.write(0, type);
//       d.read(1, type);
//       d.read(2, type);
//       return ...;  // null: "the emulator does not know this form of 'add'"
//     }
//
// A modifier that is left is an error, as is a register of another type, so
// that an unsupported form is never executed as another one. The Decoder keeps
// the first error; a family need not check each step.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_DECODER_H
#define NEO_LIB_EMULATOR_DECODER_H

#include "Program.h"
#include "Scope.h"

#include <functional>
#include <unordered_map>

namespace neo::ptx {

/// A register that may be wider than the type, as ld, st and cvt allow.
enum class Width : uint8_t { Exact, OrWider };

class Decoder {
public:
  Decoder(const ItemText &item, Scope &scope, Instruction &out);

  bool has(std::string_view word) const;
  /// Removes modifier `word` if it is there.
  bool take(std::string_view word);
  /// Removes the first of `words` that is there; its index, or -1.
  int takeOne(std::initializer_list<std::string_view> words);
  /// Removes the last modifier that is a type. `.u32.f32`: first f32, then u32.
  std::optional<Type> takeOptionalType();
  Type takeType();
  /// Removes the state space; generic if there is none.
  Space takeSpace();

  /// Expects `number` operands, or between two numbers.
  void operands(unsigned number) { operands(number, number); }
  void operands(unsigned least, unsigned most);
  unsigned countOperands() const { return item.operands.size(); }
  const OperandText &operand(unsigned index) const {
    return item.operands[index];
  }

  /// The slot of an operand that is read or written. The versions with an index
  /// of an operand set `result` and `operand[index - 1]` too.
  Slot read(const OperandText &operand, Type type, Width width = Width::Exact);
  Slot write(const OperandText &operand, Type type, Width width = Width::Exact);
  void read(unsigned index, Type type, Width width = Width::Exact);
  void write(unsigned index, Type type, Width width = Width::Exact);
  /// A source predicate; `!p` is kept in bit `negation` of the flags.
  void readPredicate(unsigned index, unsigned negation = 15);
  /// A predicate that is read or written.
  Slot sourcePredicate(const OperandText &operand);
  Slot predicate(const OperandText &operand);
  /// Registers of a vector, or one register, appended to `list`.
  unsigned readVector(unsigned index, Type type, Width width = Width::Exact);
  unsigned writeVector(unsigned index, Type type, Width width = Width::Exact);
  /// An address to operand[0] and `offset`.
  void address(unsigned index);
  /// An integer that has to be an immediate.
  uint64_t immediate(unsigned index);
  /// A function's number, a label of code.
  void label(unsigned index);

  /// An error if the module's .target is older than sm_`chip`.
  void require(unsigned chip, const std::string &what);

  void fail(const std::string &message);
  /// Records `message`, if there is no error yet.
  bool failed() const { return !error.empty(); }
  bool finish();

  const ItemText &item;
  Scope &scope;
  Instruction &out;
  std::string_view name; ///< The opcode without modifiers.
  RegisterUses uses;
  std::string error;

private:
  Slot readName(const OperandText &operand, Type type, Width width);
  Slot readSpecial(const OperandText &operand, Special special, Type type);
  Slot checkType(const OperandText &operand, const Symbol &symbol, Type type,
                 Width width);
  Slot findPredicate(const OperandText &operand);
  bool isIn(const Symbol &symbol, Space space) const;
  uint64_t literal(const OperandText &operand, Type type);

  std::vector<std::string_view> modifiers;
  bool readsAddresses = false; ///< Of variables, by their names.
};

using Decode = Execute (*)(Decoder &decoder);

/// The families by the first word of an opcode.
using OpcodeTable = std::unordered_map<std::string_view, Decode>;
const OpcodeTable &opcodeTable();

// Each family adds its opcodes.
void addAsyncCopies(OpcodeTable &table);
void addApproximations(OpcodeTable &table);
void addAtomics(OpcodeTable &table);
void addBarriers(OpcodeTable &table);
void addBitOperations(OpcodeTable &table);
void addBranches(OpcodeTable &table);
void addComparisons(OpcodeTable &table);
void addConversions(OpcodeTable &table);
void addArithmetic(OpcodeTable &table);
void addLoadsStores(OpcodeTable &table);
void addMatches(OpcodeTable &table);
void addMatrices(OpcodeTable &table);
void addMoves(OpcodeTable &table);
void addShuffles(OpcodeTable &table);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_DECODER_H
