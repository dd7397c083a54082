//===- Kernel.h - Small PTX kernels for tests -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A test writes the body of a kernel. Its parameters are the buffers that it is
// given, in %in0, %in1, ... as global addresses, and registers of each kind are
// declared.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_EMULATOR_KERNEL_H
#define NEO_UNITTESTS_EMULATOR_KERNEL_H

#include "Neo/Emulator/Emulator.h"

#include "gtest/gtest.h"

namespace neo::ptx {

class Kernel {
public:
  explicit Kernel(std::string body, std::string declarations = "")
      : body(std::move(body)), declarations(std::move(declarations)) {
    launch.block = {32, 1, 1};
  }

  /// A buffer with these values; its index.
  template <typename T> size_t add(const std::vector<T> &values) {
    uint64_t address = memory.allocate(values.size() * sizeof(T));
    memory.write(address, values.data(), values.size() * sizeof(T));
    addresses.push_back(address);
    return addresses.size() - 1;
  }
  /// A buffer that nothing was written to.
  size_t addBytes(size_t bytes) {
    addresses.push_back(memory.allocate(bytes));
    return addresses.size() - 1;
  }

  std::string text() const {
    std::string parameters, loads;
    for (size_t i = 0; i < addresses.size(); ++i) {
      std::string number = std::to_string(i);
      parameters += (i ? ", " : "") + (".param .u64 p" + number);
      loads += ".reg .b64 %in" + number + ";\nld.param.u64 %in" + number +
               ", [p" + number + "];\n";
    }
    return ".version 8.0\n.target sm_90\n.address_size 64\n" + declarations +
           "\n.visible .entry k(" + parameters +
           ")\n{\n.reg .b16 %h<16>;\n.reg .b32 %r<32>;\n.reg .b64 %d<32>;\n"
           ".reg .pred %p<8>;\n" +
           loads + body + "\nret;\n}\n";
  }

  /// Runs it; the error, empty if there was none.
  std::string run() {
    std::string error;
    auto module = Module::parse(text(), error);
    if (!module)
      return error;
    launch.arguments.clear();
    for (uint64_t address : addresses)
      launch.arguments.push_back(Argument::of(address));
    report = ptx::run(*module, "k", launch, memory, options);
    return report.error;
  }

  template <typename T> std::vector<T> read(size_t index, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(
        memory.read(addresses[index], values.data(), count * sizeof(T)));
    return values;
  }

  Launch launch;
  Options options;
  DeviceMemory memory;
  Report report;

private:
  std::string body, declarations;
  std::vector<uint64_t> addresses;
};

/// The start of a body: %r0 the thread, %d0 4 times it, %d1 to %d3 the thread's
/// 4 bytes of the buffers in %in0 to %in2, as far as there are.
inline std::string threadAddresses(unsigned buffers) {
  std::string text = "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 4;\n";
  for (unsigned i = 0; i < buffers; ++i)
    text += "add.s64 %d" + std::to_string(i + 1) + ", %in" + std::to_string(i) +
            ", %d0;\n";
  return text;
}

} // namespace neo::ptx

#endif // NEO_UNITTESTS_EMULATOR_KERNEL_H
