//===- InstructionSet.h - What a processor's vectors can do -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Kernels are made for one kind of processor. Which one is a property of the
// module, so that every pass and the code generator agree:
//
//     module attributes {neo.target = "avx2"} { ... }
//
// Without the attribute, the environment variable NEO_TARGET says it, and
// without that it is the processor this process runs on, "host", with all that
// it has. The named targets are families:
//
//     avx512        32 registers of 64 bytes (x86-64-v4)
//     avx512-bf16   the same with products of bf16 and of bytes
//     amx           that, with tile registers (Intel Sapphire Rapids)
//     znver5        avx512-bf16, with streams into the first-level cache (AMD
//                   Zen 5)
//     avx2          16 registers of 32 bytes, fused multiply-add (x86-64-v3)
//     neon          32 registers of 16 bytes (AArch64)
//
// A family stands for what all its processors have, and nothing more. So code
// for "avx2" made on a machine with AVX-512 is the code that an older machine
// runs, and can be tested here.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INSTRUCTIONSET_H
#define NEO_DIALECT_INSTRUCTIONSET_H

#include "mlir/IR/Operation.h"

namespace neo {

/// The attribute of a module with the name of its target.
constexpr llvm::StringLiteral targetAttrName = "neo.target";

struct InstructionSet {
  enum class Family { avx512, avx2, neon, other };

  Family family = Family::other;
  /// Sums of two products of bf16 in f32 (AVX512-BF16).
  bool pairProducts = false;
  /// Sums of four products of bytes in i32 (AVX512-VNNI).
  bool byteProducts = false;
  /// Products of matrices of bf16 and of bytes in tile registers (AMX).
  bool tileProducts = false;
  /// May a stream be prefetched into the first-level cache? What takes few
  /// misses at a time is held up by it: Zen 4 is, Zen 5 is not.
  bool nearStreams = false;

  bool hasAVX512() const { return family == Family::avx512; }
  /// Sums of two products of i16 in i32 (vpmaddwd), which are added by another
  /// instruction.
  bool hasShortProducts() const {
    return family == Family::avx512 || family == Family::avx2;
  }
  /// Of one register, and how many there are.
  int64_t vectorBytes() const;
  int64_t vectorRegisters() const;

  /// By the name of a target; nothing if there is none called so.
  static std::optional<InstructionSet> get(llvm::StringRef name);

  /// Of the module that `op` is or is in. Its target has to be known.
  static InstructionSet of(mlir::Operation *op);
};

/// The target of modules that name none: NEO_TARGET, or "host".
std::string getDefaultTarget();

/// The target of the module that `op` is or is in: "host" or a family.
std::string getTargetName(mlir::Operation *op);

/// Fails, with an error at `op`, if its module names a target there is not.
mlir::LogicalResult verifyTarget(mlir::Operation *op);

/// "there is no target '...'", and which there are.
std::string explainUnknownTarget(llvm::StringRef name);

} // namespace neo

#endif // NEO_DIALECT_INSTRUCTIONSET_H
