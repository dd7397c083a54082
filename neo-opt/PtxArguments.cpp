//===- PtxArguments.cpp - The command line of neo-ptx-run -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PtxArguments.h"

#include "../lib/Emulator/Floats.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace neo::ptx {

static bool isUnsigned(const std::string &text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

static bool readUnsigned(const std::string &text, uint64_t &value) {
  errno = 0;
  value = std::strtoull(text.c_str(), nullptr, 10);
  return isUnsigned(text) && errno != ERANGE;
}

static bool readExtent(const std::string &text, Extent3 &extent) {
  uint32_t *parts[] = {&extent.x, &extent.y, &extent.z};
  size_t start = 0;
  for (uint32_t *part : parts) {
    size_t comma = std::min(text.find(',', start), text.size());
    uint64_t value = 0;
    if (!readUnsigned(text.substr(start, comma - start), value) || value == 0 ||
        value > UINT32_MAX)
      return false;
    *part = uint32_t(value);
    if (comma == text.size())
      return true;
    start = comma + 1;
  }
  return false;
}

/// An option that takes a value. False: its value is wrong.
static bool setOption(const std::string &name, const std::string &value,
                      PtxCommand &command) {
  uint64_t number = 0;
  if (name == "--entry") {
    command.entry = value;
    return true;
  }
  if (name == "--arg") {
    command.arguments.push_back(value);
    return true;
  }
  if (name == "--grid" || name == "--block")
    return readExtent(value, name == "--grid" ? command.launch.grid
                                              : command.launch.block);
  if (!readUnsigned(value, number))
    return false;
  if (name == "--shared")
    command.launch.dynamicShared = uint32_t(number);
  else if (name == "--print")
    command.printed.push_back(number);
  else if (name == "--schedule-seed")
    command.options.scheduleSeed = number;
  else if (name == "--instruction-limit")
    command.options.instructionLimit = number;
  else
    command.options.threads = unsigned(number);
  return number <= UINT32_MAX || name == "--instruction-limit";
}

static bool setFlag(const std::string &name, PtxCommand &command) {
  if (name == "--help")
    command.help = true;
  else if (name == "--stats")
    command.stats = true;
  else if (name == "--no-races")
    command.options.checkRaces = false;
  else if (name == "--allow-uninitialised")
    command.options.checkUninitialised = false;
  else
    return false;
  return true;
}

bool parseCommand(const std::vector<std::string> &words, PtxCommand &command,
                  std::string &error) {
  command.launch.block = {32, 1, 1};
  const std::string valued[] = {
      "--entry", "--grid",    "--block",         "--shared",           "--arg",
      "--print", "--threads", "--schedule-seed", "--instruction-limit"};
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    if (setFlag(word, command))
      continue;
    if (word.rfind("--", 0) != 0) {
      if (!command.file.empty())
        error =
            "there are two files, '" + command.file + "' and '" + word + "'";
      command.file = word;
    } else if (std::find(std::begin(valued), std::end(valued), word) ==
               std::end(valued)) {
      error = "there is no option '" + word + "'; see --help";
    } else if (i + 1 == words.size()) {
      error = "option '" + word + "' needs a value";
    } else if (!setOption(word, words[++i], command)) {
      error = "'" + words[i] + "' is no value of " + word + "; see --help";
    }
    if (!error.empty())
      return false;
  }
  if (command.file.empty() && !command.help)
    error = "no file is given; see --help";
  return error.empty();
}

static size_t bytesOf(const std::string &type) {
  const std::pair<const char *, size_t> sizes[] = {
      {"i8", 1},  {"u8", 1},   {"i16", 2}, {"i32", 4}, {"i64", 8},
      {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}};
  for (auto [name, bytes] : sizes)
    if (type == name)
      return bytes;
  return 0;
}

static uint64_t toBits(const std::string &type, double value) {
  if (type[0] == 'i' || type[0] == 'u')
    return uint64_t(int64_t(value));
  return roundDouble(value,
                     type == "f16"    ? f16Format
                     : type == "bf16" ? bf16Format
                     : type == "f32"  ? f32Format
                                      : f64Format,
                     Rounding::Nearest);
}

static double toValue(const std::string &type, uint64_t bits) {
  if (type == "f64") {
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  if (type[0] == 'i') {
    unsigned shift = 64 - 8 * unsigned(bytesOf(type));
    return double(int64_t(bits << shift) >> shift);
  }
  return type == "u8"     ? double(bits)
         : type == "f16"  ? f16ToDouble(bits)
         : type == "bf16" ? bf16ToDouble(bits)
                          : decode(bits, f32Format);
}

static bool isInteger(const std::string &type) {
  return type[0] == 'i' || type[0] == 'u';
}

/// Of integers with a sign any number is meant that their bits may stand for.
static bool readInteger(const std::string &type, const std::string &text,
                        uint64_t &bits, std::string &error) {
  bool isNegative = !text.empty() && text[0] == '-';
  std::string digits = text.substr(isNegative ? 1 : 0);
  if (!isUnsigned(digits))
    return false;
  uint64_t most = UINT64_MAX >> (64 - 8 * bytesOf(type));
  uint64_t least = type[0] == 'u' ? 0 : most / 2 + 1;
  if (!readUnsigned(digits, bits) || bits > (isNegative ? least : most))
    error = "has " + text + ", which is not in " + type + ", from " +
            (least ? "-" : "") + std::to_string(least) + " to " +
            std::to_string(most);
  bits = isNegative ? -bits : bits;
  return error.empty();
}

static bool readFloat(const std::string &type, const std::string &text,
                      uint64_t &bits, std::string &error) {
  char *end = nullptr;
  bits = toBits(type, std::strtod(text.c_str(), &end));
  if (text.empty() || *end)
    return false;
  bool isInfinity = text.find_first_of("nN") != std::string::npos;
  if (std::isinf(toValue(type, bits)) && !isInfinity)
    error = "has " + text + ", beyond the largest " + type;
  return error.empty();
}

/// The bits of a number; false if it is none, or none of `type`, which is said.
static bool readNumber(const std::string &type, const std::string &text,
                       uint64_t &bits, std::string &error) {
  return (isInteger(type) ? readInteger : readFloat)(type, text, bits, error);
}

/// The values of a buffer; false if `fill` is none of the kinds.
static bool fillBuffer(const PtxArgument &argument, const std::string &fill,
                       DeviceMemory &memory, std::string &error) {
  if (fill == "none")
    return true;
  const std::string &type = argument.type;
  size_t bytes = bytesOf(type);
  uint64_t constant = 0, seed = 0;
  bool isRandom = fill.rfind("random:", 0) == 0, isIota = fill == "iota";
  std::string number = isIota ? std::to_string(argument.elements - 1) : fill;
  if (isRandom ? !readUnsigned(fill.substr(7), seed)
               : fill != "zeros" && !readNumber(type, number, constant, error))
    return false;
  std::mt19937_64 random(seed);
  for (size_t i = 0; i < argument.elements; ++i) {
    uint64_t bits = isIota ? toBits(type, double(i)) : constant;
    if (isRandom)
      bits =
          toBits(type, isInteger(type) ? double(random() % 100)
                                       : double(random() >> 11) * 0x1p-52 - 1);
    memory.write(argument.address + i * bytes, &bits, bytes);
  }
  return true;
}

/// The buffer that `size` elements of the argument's type make.
static bool makeBuffer(const std::string &size, const std::string &fill,
                       const std::string &name, DeviceMemory &memory,
                       PtxArgument &argument, std::string &error) {
  constexpr uint64_t mostBytes = uint64_t(1) << 32;
  uint64_t bytes = bytesOf(argument.type), elements = 0;
  if (!isUnsigned(size))
    return false;
  if (!readUnsigned(size, elements) || elements > mostBytes / bytes)
    error = "has more than " + std::to_string(mostBytes) + " bytes";
  if (!error.empty() || elements == 0)
    return false;
  argument.elements = elements;
  argument.address = memory.allocate(elements * bytes, name);
  argument.argument = Argument::of(argument.address);
  return fillBuffer(argument, fill, memory, error);
}

bool makeArgument(const std::string &text, size_t index, DeviceMemory &memory,
                  PtxArgument &argument, std::string &error) {
  size_t equal = text.find('=');
  std::string head = text.substr(0, equal);
  std::string value = equal == std::string::npos ? "" : text.substr(equal + 1);
  size_t open = head.find('[');
  argument.type = head.substr(0, open);
  size_t bytes = bytesOf(argument.type);
  uint64_t bits = 0;
  bool good = bytes != 0;
  if (good && open != std::string::npos)
    good = head.back() == ']' &&
           makeBuffer(head.substr(open + 1, head.size() - open - 2), value,
                      "argument " + std::to_string(index), memory, argument,
                      error);
  else if (good && (good = readNumber(argument.type, value, bits, error))) {
    argument.argument.bytes.resize(bytes);
    std::memcpy(argument.argument.bytes.data(), &bits, bytes);
  }
  if (!good)
    error = "'--arg " + text + "' " +
            (error.empty() ? "is neither a number as i32=5 nor a buffer as "
                             "f32[1024]=random:1; see --help"
                           : error);
  return good;
}

std::string printArgument(const PtxArgument &argument,
                          const DeviceMemory &memory) {
  size_t bytes = bytesOf(argument.type);
  std::string text = "[";
  for (size_t i = 0; i < argument.elements; ++i) {
    uint64_t bits = 0, at = argument.address + i * bytes;
    memory.read(at, &bits, bytes);
    char number[40];
    std::snprintf(number, sizeof(number), "%.9g", toValue(argument.type, bits));
    bool known = memory.countInitialised(at, bytes) == bytes;
    text += (i ? ", " : "") + std::string(known ? number : "?");
  }
  return text + "]";
}

} // namespace neo::ptx
