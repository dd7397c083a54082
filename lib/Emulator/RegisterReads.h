//===- RegisterReads.h - Reads of what was never written --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A register, a predicate or the carry that is read before it is written has no
// value. Most reads come after a write on every path from the function's start,
// which one walk over its control-flow graph proves; only the others are looked
// after while the kernel runs, by a mask of the lanes that have written. So
// kernels in which nothing is doubtful, nearly all, run as fast as without the
// check:
//
//     @%p1 mov.u32 %r1, 5;      // %r1 is doubtful: this notes the lanes,
//     @%p1 add.u32 %r2, %r1, 1; // and this needs them
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_REGISTERREADS_H
#define NEO_LIB_EMULATOR_REGISTERREADS_H

#include "Instruction.h"

namespace neo::ptx {

struct Program;
struct Function;

/// A register's slot, or a predicate's with predicateTag, or the carry.
using RegisterId = uint32_t;
constexpr RegisterId predicateTag = RegisterId(1) << 31;
constexpr RegisterId carryId = ~RegisterId(0);

/// What an instruction reads and writes.
struct RegisterUses {
  struct Use {
    RegisterId id;
    std::string_view name;
  };
  std::vector<Use> reads, writes;
};

/// The doubtful registers of an instruction, by their numbers in the function.
struct DoubtfulUses {
  struct Read {
    uint32_t number;
    std::string_view name;
    bool isGuard; ///< Read by all lanes, not only those that pass.
  };
  std::vector<Read> reads;
  std::vector<uint32_t> writes;
};

/// Finds the doubtful registers of `function`, whose control flow is known.
/// `uses` has an entry for each of its instructions.
void findDoubtfulReads(Program &program, Function &function,
                       const std::vector<RegisterUses> &uses);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_REGISTERREADS_H
