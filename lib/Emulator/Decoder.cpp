//===- Decoder.cpp - From one statement to one instruction ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include "SpecialRegisters.h"

#include <algorithm>

namespace neo::ptx {

static std::string quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}

Decoder::Decoder(const ItemText &item, Scope &scope, Instruction &out)
    : item(item), scope(scope), out(out) {
  std::string_view rest = item.name;
  size_t dot = std::min(rest.find('.'), rest.size());
  name = rest.substr(0, dot);
  rest.remove_prefix(dot);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    dot = std::min(rest.find('.'), rest.size());
    modifiers.push_back(rest.substr(0, dot));
    rest.remove_prefix(dot);
  }
  readsAddresses = name == "mov" || name == "cvta";
}

void Decoder::require(unsigned chip, const std::string &what) {
  if (scope.program.target < chip)
    fail(what + " needs sm_" + std::to_string(chip) +
         " or newer, and the module's .target is older");
}

void Decoder::fail(const std::string &message) {
  if (error.empty())
    error = message;
}

bool Decoder::has(std::string_view word) const {
  return std::find(modifiers.begin(), modifiers.end(), word) != modifiers.end();
}

bool Decoder::take(std::string_view word) {
  auto found = std::find(modifiers.begin(), modifiers.end(), word);
  if (found == modifiers.end())
    return false;
  modifiers.erase(found);
  return true;
}

int Decoder::takeOne(std::initializer_list<std::string_view> words) {
  int index = 0;
  for (std::string_view word : words) {
    if (take(word))
      return index;
    ++index;
  }
  return -1;
}

std::optional<Type> Decoder::takeOptionalType() {
  for (size_t i = modifiers.size(); i-- > 0;)
    if (std::optional<Type> type = parseType(modifiers[i])) {
      modifiers.erase(modifiers.begin() + i);
      return type;
    }
  return std::nullopt;
}

Type Decoder::takeType() {
  if (std::optional<Type> type = takeOptionalType())
    return *type;
  fail("the instruction has no type that the emulator knows");
  return Type::B32;
}

Space Decoder::takeSpace() {
  take("const"); // Constants are global memory.
  if (take("global"))
    return Space::Global;
  if (take("shared") || take("shared::cta"))
    return Space::Shared;
  if (take("local"))
    return Space::Local;
  return take("param") || take("param::entry") || take("param::func")
             ? Space::Param
             : Space::Generic;
}

void Decoder::operands(unsigned least, unsigned most) {
  unsigned number = countOperands();
  if (number >= least && number <= most)
    return;
  std::string range = std::to_string(least);
  if (most != least)
    range += " to " + std::to_string(most);
  fail(quote(item.name) + " takes " + range + " operands, not " +
       std::to_string(number));
}

/// The bits of a literal in type `type`: `1`, `0f3F800000` and `1.0` all mean
/// one.
uint64_t Decoder::literal(const OperandText &operand, Type type) {
  if (operand.kind == OperandText::Integer) {
    if (!isFloat(type))
      return operand.bits;
    fail("an integer stands where a float should");
    return 0;
  }
  if (isInteger(type) && !isBits(type)) {
    fail("a float stands where an integer should");
    return 0;
  }
  unsigned bits = bitsOf(type);
  if (operand.kind == OperandText::Double && type == Type::F32)
    return operand.roundedBits();
  if (bits != (operand.kind == OperandText::Double ? 64u : 32u))
    fail("this number is not of the instruction's type");
  return operand.bits;
}

Slot Decoder::checkType(const OperandText &operand, const Symbol &symbol,
                        Type type, Width width) {
  unsigned has = bitsOf(symbol.type), wants = bitsOf(type);
  if (has != wants && !(width == Width::OrWider && has > wants))
    fail("register " + quote(operand.name) + " has " + std::to_string(has) +
         " bits where " + quote(item.name) + " takes " + std::to_string(wants));
  else if (!areCompatible(type, symbol.type))
    fail("register " + quote(operand.name) + " is declared ." +
         std::string(nameOf(symbol.type)) + ", which is no operand of type ." +
         std::string(nameOf(type)));
  return Slot(symbol.value);
}

/// mov reads them, and cvt of integers; WARP_SZ is a number.
Slot Decoder::readSpecial(const OperandText &operand, Special special,
                          Type type) {
  bool isNumber = special == Special::WarpSize;
  bool fits = bitsOf(type) <= 32 || isNumber || special == Special::GridId;
  if ((name != "mov" && name != "cvt" && !isNumber) || !fits || isFloat(type))
    fail(quote(item.name) + " does not read " + quote(operand.name));
  return scope.constant(Constant::Register, uint64_t(special));
}

Slot Decoder::readName(const OperandText &operand, Type type, Width width) {
  if (std::optional<Special> special = parseSpecial(operand.name))
    return readSpecial(operand, *special, type);
  const Symbol *symbol = scope.find(operand.name);
  if (!symbol) {
    fail("the name " + quote(operand.name) + " was not declared");
    return 0;
  }
  if (symbol->kind == Symbol::Register) {
    uses.reads.push_back({RegisterId(symbol->value), operand.name});
    return checkType(operand, *symbol, type, width);
  }
  if (!readsAddresses || isFloat(type)) {
    fail(quote(operand.name) + " is no value that " + quote(item.name) +
         " can read");
    return 0;
  }
  switch (symbol->kind) {
  case Symbol::Parameter:
    return scope.constant(Constant::Value, symbol->value + operand.offset);
  case Symbol::Local:
    return scope.constant(Constant::Local, symbol->value + operand.offset);
  case Symbol::Variable:
    return scope.constant(Constant::Variable, symbol->value, operand.offset);
  default:
    fail(quote(operand.name) + " is no value that " + quote(item.name) +
         " can read");
    return 0;
  }
}

Slot Decoder::read(const OperandText &operand, Type type, Width width) {
  if (failed())
    return 0;
  if (operand.negated || !operand.second.empty()) {
    fail("a predicate stands where a register should");
    return 0;
  }
  switch (operand.kind) {
  case OperandText::Name:
    return readName(operand, type, width);
  case OperandText::Integer:
  case OperandText::Float:
  case OperandText::Double:
    return scope.constant(Constant::Value, literal(operand, type));
  default:
    fail("an address or vector stands where a register should");
    return 0;
  }
}

Slot Decoder::write(const OperandText &operand, Type type, Width width) {
  if (failed())
    return 0;
  if (operand.kind == OperandText::Name && operand.name == "_")
    return scope.newRegister(); // A sink.
  const Symbol *symbol =
      operand.kind == OperandText::Name ? scope.find(operand.name) : nullptr;
  if (!symbol || symbol->kind != Symbol::Register) {
    fail("the result has to be a register that was declared" +
         (operand.name.empty() ? "" : ", not " + quote(operand.name)));
    return 0;
  }
  uses.writes.push_back({RegisterId(symbol->value), operand.name});
  return checkType(operand, *symbol, type, width);
}

void Decoder::read(unsigned index, Type type, Width width) {
  if (index < countOperands() && index > 0 && index <= 4)
    out.operand[index - 1] = read(item.operands[index], type, width);
}

void Decoder::write(unsigned index, Type type, Width width) {
  if (index < countOperands())
    out.result = write(item.operands[index], type, width);
}

} // namespace neo::ptx
