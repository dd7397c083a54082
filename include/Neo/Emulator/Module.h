//===- Module.h - PTX text, parsed and decoded ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A module is decoded once: each instruction becomes a pointer to the function
// that executes it for a warp, and register indices. Unknown instructions are
// errors of the decoder, before anything runs, which name the line and the
// instruction:
//
//     std::string error;
//     std::optional<ptx::Module> module = ptx::Module::parse(text, error);
//     // error: line 12: 'tcgen05.mma': the emulator does not know 'tcgen05'
//
//===----------------------------------------------------------------------===//

#ifndef NEO_EMULATOR_MODULE_H
#define NEO_EMULATOR_MODULE_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neo::ptx {

struct Program;

/// One parameter of a kernel.
struct Parameter {
  std::string name;
  uint32_t bytes = 0;
  uint32_t alignment = 1;
  uint32_t offset = 0; ///< In the kernel's block of parameters.
};

class Module {
public:
  /// Parses `text`; nothing, and a message in `error`, if that fails.
  static std::optional<Module> parse(std::string_view text, std::string &error);

  /// The names of the kernels, in the order of the text.
  std::vector<std::string> entries() const;

  /// The parameters of kernel `entry`; null if there is no such kernel.
  const std::vector<Parameter> *parameters(std::string_view entry) const;

  const Program &program() const { return *decoded; }

private:
  std::shared_ptr<const Program> decoded;
};

} // namespace neo::ptx

#endif // NEO_EMULATOR_MODULE_H
