//===- Types.cpp - PTX's types --------------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Types.h"

#include <algorithm>

namespace neo::ptx {

namespace {
struct TypeRow {
  std::string_view word;
  Type type;
  unsigned bits;
};
} // namespace

static constexpr TypeRow rows[] = {
    {"pred", Type::Pred, 1},  {"b1", Type::B1, 32},
    {"b8", Type::B8, 8},      {"b16", Type::B16, 16},
    {"b32", Type::B32, 32},   {"b64", Type::B64, 64},
    {"u8", Type::U8, 8},      {"u16", Type::U16, 16},
    {"u32", Type::U32, 32},   {"u64", Type::U64, 64},
    {"s8", Type::S8, 8},      {"s16", Type::S16, 16},
    {"s32", Type::S32, 32},   {"s64", Type::S64, 64},
    {"f16", Type::F16, 16},   {"f16x2", Type::F16x2, 32},
    {"bf16", Type::BF16, 16}, {"bf16x2", Type::BF16x2, 32},
    {"tf32", Type::TF32, 32}, {"f32", Type::F32, 32},
    {"f64", Type::F64, 64},
};

std::optional<Type> parseType(std::string_view word) {
  for (const TypeRow &row : rows)
    if (row.word == word)
      return row.type;
  return std::nullopt;
}

std::string_view nameOf(Type type) { return rows[unsigned(type)].word; }

bool areCompatible(Type type, Type declared) {
  if (isBits(type) || isBits(declared))
    return true;
  return isFloat(type) || isFloat(declared) ? type == declared : true;
}

bool isMovable(Type type) {
  return (isInteger(type) && bitsOf(type) >= 16) || type == Type::F32 ||
         type == Type::F64;
}

bool isOneOf(Type type, std::initializer_list<Type> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

unsigned bitsOf(Type type) { return rows[unsigned(type)].bits; }

} // namespace neo::ptx
