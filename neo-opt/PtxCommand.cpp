//===- PtxCommand.cpp - The command line of neo-ptx-run -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PtxArguments.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace neo::ptx {

bool isUnsigned(const std::string &text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

bool readUnsigned(const std::string &text, uint64_t &value) {
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

} // namespace neo::ptx
