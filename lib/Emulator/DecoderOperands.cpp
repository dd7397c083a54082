//===- DecoderOperands.cpp - Predicates, vectors, addresses, labels -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Decoder.h"

namespace neo::ptx {

Slot Decoder::findPredicate(const OperandText &operand) {
  const Symbol *symbol =
      operand.kind == OperandText::Name ? scope.find(operand.name) : nullptr;
  if (!symbol || symbol->kind != Symbol::Predicate) {
    fail("a predicate should stand where '" + std::string(operand.name) +
         "' does");
    return 0;
  }
  return Slot(symbol->value);
}

Slot Decoder::sourcePredicate(const OperandText &operand) {
  if (failed())
    return 0;
  Slot slot = findPredicate(operand);
  uses.reads.push_back({slot | predicateTag, operand.name});
  return slot;
}

Slot Decoder::predicate(const OperandText &operand) {
  if (failed())
    return 0;
  if (operand.kind == OperandText::Name && operand.name == "_")
    return scope.function().predicates++; // A sink.
  Slot slot = findPredicate(operand);
  uses.writes.push_back({slot | predicateTag, operand.name});
  return slot;
}

void Decoder::readPredicate(unsigned index, unsigned negation) {
  if (index == 0 || index >= countOperands() || index > 4)
    return;
  out.operand[index - 1] = sourcePredicate(item.operands[index]);
  if (item.operands[index].negated)
    out.flags |= uint16_t(1) << negation;
}

unsigned Decoder::readVector(unsigned index, Type type, Width width) {
  if (index >= countOperands())
    return 0;
  const OperandText &operand = item.operands[index];
  if (operand.kind != OperandText::Vector) {
    out.list.push_back(read(operand, type, width));
    return 1;
  }
  for (const OperandText &element : operand.elements)
    out.list.push_back(read(element, type, width));
  return operand.elements.size();
}

unsigned Decoder::writeVector(unsigned index, Type type, Width width) {
  if (index >= countOperands())
    return 0;
  const OperandText &operand = item.operands[index];
  if (operand.kind != OperandText::Vector) {
    out.list.push_back(write(operand, type, width));
    return 1;
  }
  for (const OperandText &element : operand.elements)
    out.list.push_back(write(element, type, width));
  return operand.elements.size();
}

/// Whether an access of `space` may name this variable.
bool Decoder::isIn(const Symbol &symbol, Space space) const {
  if (space == Space::Generic)
    return true;
  if (symbol.kind == Symbol::Parameter)
    return space == Space::Param;
  if (symbol.kind == Symbol::Local)
    return space == Space::Local;
  if (symbol.kind != Symbol::Variable)
    return true;
  Space own = scope.program.variables[symbol.value].space;
  return (own == Space::Const ? Space::Global : own) == space;
}

void Decoder::address(unsigned index) {
  if (failed() || index >= countOperands())
    return;
  const OperandText &operand = item.operands[index];
  if (operand.kind != OperandText::Address) {
    fail("an address in brackets should stand here");
    return;
  }
  out.offset = operand.offset;
  if (operand.name.empty()) {
    out.operand[0] = scope.constant(Constant::Value, 0);
    return;
  }
  OperandText base = operand;
  base.kind = OperandText::Name;
  base.offset = 0;
  const Symbol *symbol = scope.find(operand.name);
  if (symbol && !isIn(*symbol, out.space))
    fail("'" + std::string(operand.name) + "' lies in another state space");
  // Addresses of shared memory have 32 or 64 bits.
  readsAddresses = true;
  out.operand[0] = read(base, Type::U32, Width::OrWider);
  readsAddresses = false;
  if (symbol && symbol->kind == Symbol::Register)
    out.width = uint8_t(bytesOf(symbol->type));
  else
    out.width = 8;
}

uint64_t Decoder::immediate(unsigned index) {
  if (failed() || index >= countOperands())
    return 0;
  if (item.operands[index].kind != OperandText::Integer)
    fail("operand " + std::to_string(index + 1) +
         " has to be an integer that is written out");
  return item.operands[index].bits;
}

void Decoder::label(unsigned index) {
  if (failed() || index >= countOperands())
    return;
  const Symbol *symbol = scope.find(item.operands[index].name);
  if (!symbol || symbol->kind != Symbol::Label)
    fail("there is no label '" + std::string(item.operands[index].name) + "'");
  else
    out.target = uint32_t(symbol->value);
}

bool Decoder::finish() {
  if (failed() || modifiers.empty())
    return !failed();
  fail("the emulator does not know the modifier '." +
       std::string(modifiers.front()) + "' of '" + std::string(name) + "'");
  return false;
}

const OpcodeTable &opcodeTable() {
  static const OpcodeTable table = [] {
    OpcodeTable all;
    addApproximations(all);
    addArithmetic(all);
    addAsyncCopies(all);
    addBarriers(all);
    addBitOperations(all);
    addBranches(all);
    addComparisons(all);
    addConversions(all);
    addLoadsStores(all);
    addAtomics(all);
    addMatches(all);
    addMatrices(all);
    addMoves(all);
    addShuffles(all);
    return all;
  }();
  return table;
}

} // namespace neo::ptx
