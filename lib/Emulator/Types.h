//===- Types.h - PTX's types ------------------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The fundamental types of PTX and the packed ones. A register has only a
// width, so the instruction, not the register, defines the interpretation of
// the bits: `.b32` untyped, `.u32` unsigned, `.f16x2` two halves.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_TYPES_H
#define NEO_LIB_EMULATOR_TYPES_H

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace neo::ptx {

enum class Type : uint8_t {
  Pred,
  B1,
  B8,
  B16,
  B32,
  B64,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F64
};

/// The type of a modifier such as "f32", without its dot.
std::optional<Type> parseType(std::string_view word);

/// The modifier of a type, "f32".
std::string_view nameOf(Type type);

/// Whether a register that is declared `declared` may stand where an
/// instruction has a value of type `type` of the same width: untyped bits go
/// with everything, integers with integers of either sign, floats with the same
/// float ("Operand Type Checking" in the PTX manual). There are no registers of
/// bf16 and tf32; these are untyped.
bool areCompatible(Type type, Type declared);

/// The types of mov, selp and slct: no bytes, no halves.
bool isMovable(Type type);

bool isOneOf(Type type, std::initializer_list<Type> types);

/// bf16, alone or two in a register; one of the two kinds of halves.
inline bool isBrain(Type type) {
  return isOneOf(type, {Type::BF16, Type::BF16x2});
}
inline bool isHalf(Type type) {
  return isBrain(type) || isOneOf(type, {Type::F16, Type::F16x2});
}

/// Width of a register that holds the type; 1 for predicates.
unsigned bitsOf(Type type);
inline unsigned bytesOf(Type type) { return (bitsOf(type) + 7) / 8; }

inline bool isSigned(Type type) {
  return type >= Type::S8 && type <= Type::S64;
}
inline bool isBits(Type type) { return type >= Type::B1 && type <= Type::B64; }
inline bool isInteger(Type type) {
  return type >= Type::B8 && type <= Type::S64;
}
inline bool isFloat(Type type) { return type >= Type::F16; }

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_TYPES_H
