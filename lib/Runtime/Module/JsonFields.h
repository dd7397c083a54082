//===- JsonFields.h - Structures as objects of JSON -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One description of a structure serves both directions:
//
//     template <typename V> void visit(V &v, Copy &copy) {
//       v("from", copy.from), v("to", copy.to);
//     }
//     FieldWriter().write(plan);                  // {"copies": [{"from": 0, ..
//     FieldReader(json, "plan.json").read(plan);  // or an error
//
// A reader tracks its position, so error messages name the field:
//
//     plan.json: launches[3].grain is "8", but must be a number
//
// All fields of a structure are required, and no others allowed. Numbers are
// checked for the range of their type; their meaning is checked by the user.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_JSONFIELDS_H
#define NEO_LIB_RUNTIME_MODULE_JSONFIELDS_H

#include "Json.h"

#include <type_traits>

namespace neo {

/// The names of an enumeration's values, in order.
template <typename T> struct WordsOf;

class FieldReader {
public:
  /// `place`: the file, with which messages begin.
  explicit FieldReader(std::string place) : place(std::move(place)) {}

  /// False, and a message in error(), if `json` is not a `value`.
  template <typename T> bool read(const Json &json, T &value) {
    readValue(json, value);
    return problem.empty();
  }
  const std::string &error() const { return problem; }

  template <typename T> void operator()(const char *name, T &value) {
    if (!problem.empty())
      return;
    seen += std::string(name) + "\n";
    for (const auto &[known, json] : object->members) {
      if (known != name)
        continue;
      size_t length = path.size();
      path += (path.empty() ? "" : ".") + known;
      readValue(json, value);
      path.resize(length);
      return;
    }
    fail("has no '" + std::string(name) + "'");
  }

private:
  void fail(const std::string &what) {
    if (problem.empty())
      problem = place + ": " + (path.empty() ? "the text" : path) + " " + what;
  }

  bool is(const Json &json, Json::Kind kind) {
    Json wanted;
    wanted.kind = kind;
    if (json.kind != kind)
      fail(std::string("is ") + json.describe() + ", but must be " +
           wanted.describe());
    return json.kind == kind;
  }

  template <typename T> void readValue(const Json &json, T &value) {
    if constexpr (std::is_enum_v<T>)
      readWord(json, value);
    else if constexpr (std::is_integral_v<T>)
      readNumber(json, value);
    else
      readObject(json, value);
  }
  void readValue(const Json &json, std::string &value) {
    if (is(json, Json::Kind::string))
      value = json.text;
  }
  /// A value that is kept as JSON.
  void readValue(const Json &json, Json &value) { value = json; }
  void readValue(const Json &json, bool &value) {
    if (is(json, Json::Kind::boolean))
      value = json.number != 0;
  }
  template <typename T> void readValue(const Json &json, std::vector<T> &list) {
    if (!is(json, Json::Kind::array))
      return;
    list.resize(json.items.size());
    for (size_t i = 0; i < list.size() && problem.empty(); ++i) {
      size_t length = path.size();
      path += "[" + std::to_string(i) + "]";
      readValue(json.items[i], list[i]);
      path.resize(length);
    }
  }

  template <typename T> void readNumber(const Json &json, T &value) {
    if (!is(json, Json::Kind::number))
      return;
    value = T(json.number);
    bool fits = int64_t(value) == json.number &&
                (json.number >= 0 || std::is_signed_v<T>);
    if (!fits)
      fail("is " + std::to_string(json.number) + ", which is out of range");
  }

  template <typename T> void readWord(const Json &json, T &value) {
    if (!is(json, Json::Kind::string))
      return;
    int number = 0;
    for (const char *word : WordsOf<T>::words) {
      if (json.text == word) {
        value = T(number);
        return;
      }
      ++number;
    }
    fail("is " + quoteJson(json.text) + ", which is none of its words");
  }

  template <typename T> void readObject(const Json &json, T &value) {
    if (!is(json, Json::Kind::object))
      return;
    const Json *outer = std::exchange(object, &json);
    std::string outerSeen = std::exchange(seen, "\n");
    visit(*this, value);
    for (const auto &member : json.members)
      if (seen.find("\n" + member.first + "\n") == seen.npos)
        fail("has " + quoteJson(member.first) + ", which is no field of it");
    object = outer;
    seen = std::move(outerSeen);
  }

  std::string place, path, problem;
  const Json *object = nullptr;
  /// The field names of a structure, one per line.
  std::string seen;
};

class FieldWriter {
public:
  template <typename T> std::string write(T &value) {
    writeValue(value);
    return text + "\n";
  }

  template <typename T> void operator()(const char *name, T &value) {
    text += (text.back() == '{' ? "" : ", ") + quoteJson(name) + ": ";
    writeValue(value);
  }

private:
  template <typename T> void writeValue(T &value) {
    if constexpr (std::is_enum_v<T>) {
      text += quoteJson(WordsOf<T>::words[int(value)]);
    } else if constexpr (std::is_same_v<T, bool>) {
      text += value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      text += std::to_string(value);
    } else {
      text += "{";
      visit(*this, value);
      text += "}";
    }
  }
  void writeValue(std::string &value) { text += quoteJson(value); }
  /// A structure has a line for itself.
  template <typename T> void writeValue(std::vector<T> &list) {
    constexpr bool isFlat = std::is_integral_v<T>;
    const char *before = isFlat ? "" : "\n";
    text += "[";
    for (T &each : list) {
      text += before;
      writeValue(each);
      before = isFlat ? ", " : ",\n";
    }
    text += "]";
  }

  std::string text;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_JSONFIELDS_H
