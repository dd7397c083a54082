//===- Scope.cpp - The names of a function --------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Scope.h"

namespace neo::ptx {

/// `name` as a prefix and a number; the number's digits are at the end.
static bool splitNumber(std::string_view name, std::string_view &prefix,
                        uint32_t &number) {
  size_t digits = name.find_last_not_of("0123456789") + 1;
  if (digits == name.size() || name.size() - digits > 7)
    return false;
  number = 0;
  for (char c : name.substr(digits))
    number = number * 10 + uint32_t(c - '0');
  prefix = name.substr(0, digits);
  return true;
}

bool Scope::declareFamily(std::string_view prefix, uint32_t count, Type type) {
  Names &names = scopes.back();
  bool isFree = names.families.count(prefix) == 0;
  for (const auto &[name, symbol] : names.symbols) {
    std::string_view stem;
    uint32_t number = 0;
    isFree &=
        !splitNumber(name, stem, number) || stem != prefix || number >= count;
  }
  uint32_t &next =
      type == Type::Pred ? function().predicates : function().slots;
  names.families[prefix] = {count, type, next};
  next += count;
  return isFree;
}

const Symbol *Scope::findIn(const Names &names, std::string_view name) const {
  if (auto found = names.symbols.find(name); found != names.symbols.end())
    return &found->second;
  std::string_view prefix;
  uint32_t number = 0;
  if (!splitNumber(name, prefix, number))
    return nullptr;
  auto family = names.families.find(prefix);
  if (family == names.families.end() || number >= family->second.count)
    return nullptr;
  member = {};
  member.type = family->second.type;
  member.kind =
      member.type == Type::Pred ? Symbol::Predicate : Symbol::Register;
  member.value = family->second.first + number;
  return &member;
}

bool Scope::declare(std::string_view name, const Symbol &symbol) {
  return !findIn(scopes.back(), name) &&
         scopes.back().symbols.emplace(name, symbol).second;
}

const Symbol *Scope::find(std::string_view name) const {
  for (auto names = scopes.rbegin(); names != scopes.rend(); ++names)
    if (const Symbol *symbol = findIn(*names, name))
      return symbol;
  auto found = globals.find(name);
  return found == globals.end() ? nullptr : &found->second;
}

Slot Scope::constant(Constant::Kind kind, uint64_t value, int64_t offset) {
  for (const Constant &known : function().constants)
    if (known.kind == kind && known.value == value && known.offset == offset)
      return known.slot;
  Slot slot = newRegister();
  function().constants.push_back({kind, slot, value, offset});
  return slot;
}

} // namespace neo::ptx
