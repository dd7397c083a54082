//===- HostTarget.h - the machine that code is made for ---------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Code is made for the processor it will run on: its name selects LLVM's
// scheduling model, its features the instructions. Both are also attributes of
// every function, because LLVM's vectoriser asks the function, not the target
// machine.
//
// Where AVX-512 exists, functions also prefer 512-bit vectors. Left alone,
// LLVM halves its vectors on some processors to avoid a lower clock, which
// costs a dense kernel half of its multiply-adds per cycle.
//
// Code can be made for other processors as well: for older ones of the same
// kind, which this one runs, and for AArch64, which it cannot.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_HOSTTARGET_H
#define NEO_TARGET_HOSTTARGET_H

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace neo {

struct HostTarget {
  std::string triple;
  std::string cpu;
  /// As LLVM writes them: "+avx512f,-sse4a,...".
  std::string features;
  /// The processor whose order of instructions is taken, where it is not `cpu`:
  /// that changes no instruction that others could lack.
  std::string tune = {};

  /// The processor this process runs on.
  static HostTarget detect();

  /// By its name (InstructionSet.h): this processor, or the plainest of a
  /// family.
  static llvm::Expected<HostTarget> named(llvm::StringRef name);

  /// Can this process run code made for it?
  bool runsHere() const;

  /// True if `feature` (such as "avx512f") is on.
  bool has(llvm::StringRef feature) const;

  /// One line that identifies the code made for this target by this compiler:
  /// processor, features and LLVM version. Part of the key of a code cache.
  std::string description() const;

  /// A target machine at the highest code generation level.
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createMachine() const;

  /// Writes processor, features and vector width onto every function that
  /// `module` defines.
  void setAttributes(llvm::Module &module) const;
};

} // namespace neo

#endif // NEO_TARGET_HOSTTARGET_H
