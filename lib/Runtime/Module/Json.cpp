//===- Json.cpp - JSON of an exported module ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Json.h"

#include <algorithm>

namespace neo {

namespace {

/// Each read* consumes one construct from `rest`; it returns false, with the
/// message in `problem`, where the text has another one.
class JsonParser {
public:
  explicit JsonParser(std::string_view text) : text(text), rest(text) {}

  bool readDocument(Json &value) {
    return readValue(value, 0) &&
           (skipSpace(), rest.empty() || fail("text after the value"));
  }
  std::string describeProblem() const {
    std::string_view before = text.substr(0, text.size() - rest.size());
    return "line " +
           std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
           ": " + problem;
  }

private:
  bool fail(const char *what) {
    problem = what;
    return false;
  }
  void skipSpace() {
    rest.remove_prefix(
        std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  }
  bool take(std::string_view word) {
    if (rest.substr(0, word.size()) != word)
      return false;
    rest.remove_prefix(word.size());
    return true;
  }

  bool readValue(Json &value, int depth);
  bool readNumber(Json &value);
  bool readString(std::string &value);
  bool readEscape(std::string &value);
  bool readArray(Json &value, int depth);
  bool readObject(Json &value, int depth);
  bool readMember(Json &value, int depth);
  bool readAll(Json &value, int depth, char end,
               bool (JsonParser::*readOne)(Json &, int));
  bool readItem(Json &value, int depth) {
    return readValue(value.items.emplace_back(), depth);
  }

  std::string_view text, rest;
  const char *problem = "";
};

} // namespace

bool JsonParser::readValue(Json &value, int depth) {
  skipSpace();
  if (depth > Json::deepest)
    return fail("values are nested too deeply");
  if (rest.empty())
    return fail("the text ends where a value is expected");
  if (take("{"))
    return readObject(value, depth);
  if (take("["))
    return readArray(value, depth);
  if (take("\"")) {
    value.kind = Json::Kind::string;
    return readString(value.text);
  }
  if (take("null"))
    return true;
  bool isTrue = take("true");
  if (!isTrue && !take("false"))
    return readNumber(value);
  value.kind = Json::Kind::boolean;
  value.number = isTrue;
  return true;
}

bool JsonParser::readNumber(Json &value) {
  value.kind = Json::Kind::number;
  bool isNegative = take("-");
  if (rest.empty() || rest[0] < '0' || rest[0] > '9')
    return fail("not a JSON value");
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    int64_t digit = rest[0] - '0';
    if (__builtin_mul_overflow(value.number, 10, &value.number) ||
        __builtin_add_overflow(value.number, isNegative ? -digit : digit,
                               &value.number))
      return fail("an integer beyond 64 bits");
    rest.remove_prefix(1);
  }
  if (!rest.empty() && (rest[0] == '.' || rest[0] == 'e' || rest[0] == 'E'))
    return fail("a number that is not an integer");
  return true;
}

bool JsonParser::readString(std::string &value) {
  while (!rest.empty() && rest[0] != '"') {
    unsigned char next = rest[0];
    rest.remove_prefix(1);
    if (next < ' ')
      return fail("a control character in a string");
    if (next != '\\')
      value += char(next);
    else if (!readEscape(value))
      return false;
  }
  return take("\"") || fail("an unterminated string");
}

/// An escape sequence, behind its backslash. Characters beyond 16 bits are not
/// escaped but written in UTF-8, so surrogate pairs are refused.
bool JsonParser::readEscape(std::string &value) {
  constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
  size_t known = rest.empty() ? rest.npos : letters.find(rest[0]);
  if (known != letters.npos) {
    value += meant[known];
    rest.remove_prefix(1);
    return true;
  }
  if (!take("u") || rest.size() < 4)
    return fail("an unknown escape sequence in a string");
  unsigned code = 0;
  for (int digit = 0; digit < 4; ++digit, rest.remove_prefix(1)) {
    constexpr std::string_view digits = "0123456789abcdef";
    size_t found = digits.find(char(rest[0] | 0x20));
    if (found == digits.npos)
      return fail("an unknown escape sequence in a string");
    code = 16 * code + unsigned(found);
  }
  if (code >= 0xd800 && code < 0xe000)
    return fail("a surrogate in a string: write the character in UTF-8");
  if (code < 0x80) {
    value += char(code);
    return true;
  }
  if (code >= 0x800)
    value += char(0xe0 | code >> 12);
  value += char(code >= 0x800 ? 0x80 | (code >> 6 & 63) : 0xc0 | code >> 6);
  value += char(0x80 | (code & 63));
  return true;
}

bool JsonParser::readAll(Json &value, int depth, char end,
                         bool (JsonParser::*readOne)(Json &, int)) {
  skipSpace();
  if (take({&end, 1}))
    return true;
  for (;;) {
    if (!(this->*readOne)(value, depth + 1))
      return false;
    skipSpace();
    if (take({&end, 1}))
      return true;
    if (!take(","))
      return fail("an array or object without ',' or its closing bracket");
  }
}

bool JsonParser::readArray(Json &value, int depth) {
  value.kind = Json::Kind::array;
  return readAll(value, depth, ']', &JsonParser::readItem);
}

bool JsonParser::readMember(Json &value, int depth) {
  skipSpace();
  std::string name;
  if (!take("\""))
    return fail("a member without a name");
  if (!readString(name))
    return false;
  skipSpace();
  if (!take(":"))
    return fail("a member's name without ':' and a value");
  value.members.emplace_back(std::move(name), Json());
  return readValue(value.members.back().second, depth);
}

bool JsonParser::readObject(Json &value, int depth) {
  value.kind = Json::Kind::object;
  if (!readAll(value, depth, '}', &JsonParser::readMember))
    return false;
  std::vector<std::string_view> names;
  names.reserve(value.members.size());
  for (const auto &member : value.members)
    names.push_back(member.first);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end() ||
         fail("an object with one name twice");
}

const char *Json::describe() const {
  constexpr const char *names[] = {"null",     "a truth value", "a number",
                                   "a string", "an array",      "an object"};
  return names[int(kind)];
}

std::optional<Json> Json::parse(std::string_view text, std::string &error) {
  JsonParser parser(text);
  Json value;
  if (parser.readDocument(value))
    return value;
  error = parser.describeProblem();
  return std::nullopt;
}

std::string quoteJson(std::string_view text) {
  std::string quoted = "\"";
  for (char each : text) {
    if (each == '"' || each == '\\')
      quoted += '\\';
    if ((unsigned char)each >= ' ') {
      quoted += each;
      continue;
    }
    quoted += "\\u00";
    quoted += "0123456789abcdef"[each >> 4];
    quoted += "0123456789abcdef"[each & 15];
  }
  return quoted + "\"";
}

} // namespace neo
