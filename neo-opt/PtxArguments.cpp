//===- PtxArguments.cpp - The arguments of a kernel -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PtxArguments.h"

#include "../lib/Emulator/Floats.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

namespace neo::ptx {

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
  return type == "f16"    ? f16ToDouble(bits)
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

static void setElement(const PtxArgument &argument, size_t element,
                       uint64_t bits, DeviceMemory &memory) {
  size_t bytes = bytesOf(argument.type);
  memory.write(argument.address + element * bytes, &bits, bytes);
}

static void fillRandomly(const PtxArgument &argument, uint64_t seed,
                         DeviceMemory &memory) {
  std::mt19937_64 random(seed);
  for (size_t i = 0; i < argument.elements; ++i) {
    double value = isInteger(argument.type)
                       ? double(random() % 100)
                       : double(random() >> 11) * 0x1p-52 - 1;
    setElement(argument, i, toBits(argument.type, value), memory);
  }
}

/// The words of a file, of which brackets and commas are no part.
static std::vector<std::string> readWords(std::ifstream &file) {
  std::string text{std::istreambuf_iterator<char>(file), {}}, word;
  for (char &each : text)
    if (std::strchr("[],", each))
      each = ' ';
  std::vector<std::string> words;
  for (std::istringstream all(text); all >> word;)
    words.push_back(word);
  return words;
}

/// The numbers that printArgument has written.
static bool fillFromFile(const PtxArgument &argument, const std::string &path,
                         DeviceMemory &memory, std::string &error) {
  std::ifstream file(path);
  std::vector<std::string> words = readWords(file);
  if (!file.is_open() || words.size() != argument.elements) {
    error = file.is_open()
                ? "has a file of " + std::to_string(words.size()) + " numbers"
                : "has a file that cannot be read";
    return false;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    uint64_t bits = 0;
    if (words[i] == "?")
      continue;
    if (!readNumber(argument.type, words[i], bits, error)) {
      error = error.empty() ? "has a file with '" + words[i] + "'" : error;
      return false;
    }
    setElement(argument, i, bits, memory);
  }
  return true;
}

/// The values of a buffer; false if `fill` is none of the kinds.
static bool fillBuffer(const PtxArgument &argument, const std::string &fill,
                       DeviceMemory &memory, std::string &error) {
  uint64_t bits = 0;
  if (fill == "none")
    return true;
  if (fill.rfind("file:", 0) == 0)
    return fillFromFile(argument, fill.substr(5), memory, error);
  if (fill.rfind("random:", 0) == 0) {
    bool good = readUnsigned(fill.substr(7), bits);
    if (good)
      fillRandomly(argument, bits, memory);
    return good;
  }
  bool isIota = fill == "iota";
  std::string number = isIota ? std::to_string(argument.elements - 1) : fill;
  if (fill != "zeros" && !readNumber(argument.type, number, bits, error))
    return false;
  for (size_t i = 0; i < argument.elements; ++i)
    setElement(argument, i, isIota ? toBits(argument.type, double(i)) : bits,
               memory);
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

/// As many digits as tell one value of the type from the next.
static std::string printNumber(const std::string &type, uint64_t bits) {
  if (isInteger(type)) {
    unsigned shift = 64 - 8 * unsigned(bytesOf(type));
    return type[0] == 'u' ? std::to_string(bits)
                          : std::to_string(int64_t(bits << shift) >> shift);
  }
  char number[40];
  std::snprintf(number, sizeof(number), type == "f64" ? "%.17g" : "%.9g",
                toValue(type, bits));
  return number;
}

std::string printArgument(const PtxArgument &argument,
                          const DeviceMemory &memory) {
  size_t bytes = bytesOf(argument.type);
  std::string text = "[";
  for (size_t i = 0; i < argument.elements; ++i) {
    uint64_t bits = 0, at = argument.address + i * bytes;
    memory.read(at, &bits, bytes);
    bool known = memory.countInitialised(at, bytes) == bytes;
    text += (i ? ", " : "") + (known ? printNumber(argument.type, bits) : "?");
  }
  return text + "]";
}

} // namespace neo::ptx
