//===- Lexer.cpp - PTX text as tokens -------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include <cctype>

namespace neo::ptx {

namespace {
class Lexer {
public:
  Lexer(std::string_view text, std::vector<Token> &tokens)
      : text(text), tokens(tokens) {}

  bool run(std::string &error);

private:
  bool starts(std::string_view what) const {
    return text.substr(at, what.size()) == what;
  }
  bool isWord(size_t place) const;
  bool skipComment(std::string &error);
  void skipToLineEnd();
  bool lexString(std::string &error);
  void lexWord();
  void push(Token::Kind kind, size_t length);

  std::string_view text;
  std::vector<Token> &tokens;
  size_t at = 0;
  uint32_t line = 1;
};
} // namespace

bool Lexer::isWord(size_t place) const {
  if (place >= text.size())
    return false;
  unsigned char c = text[place];
  return std::isalnum(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

void Lexer::push(Token::Kind kind, size_t length) {
  tokens.push_back({kind, text.substr(at, length), line});
  at += length;
}

void Lexer::skipToLineEnd() {
  while (at < text.size() && text[at] != '\n')
    ++at;
}

bool Lexer::skipComment(std::string &error) {
  uint32_t first = line;
  for (at += 2; at < text.size() && !starts("*/"); ++at)
    line += text[at] == '\n';
  if (at >= text.size()) {
    error = "line " + std::to_string(first) + ": this comment has no end";
    return false;
  }
  at += 2;
  return true;
}

bool Lexer::lexString(std::string &error) {
  size_t end = text.find_first_of("\"\n", at + 1);
  if (end == std::string_view::npos || text[end] == '\n') {
    error = "line " + std::to_string(line) + ": this string has no end";
    return false;
  }
  push(Token::String, end + 1 - at);
  return true;
}

void Lexer::lexWord() {
  size_t end = at;
  while (isWord(end) || (end > at && text.substr(end, 2) == "::"))
    end += isWord(end) ? 1 : 2;
  std::string_view word = text.substr(at, end - at);
  if (word == ".loc" || word == ".file")
    skipToLineEnd();
  else
    push(Token::Word, end - at);
}

bool Lexer::run(std::string &error) {
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n')
      ++line;
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
    } else if (starts("//")) {
      skipToLineEnd();
    } else if (starts("/*")) {
      if (!skipComment(error))
        return false;
    } else if (c == '"') {
      if (!lexString(error))
        return false;
    } else if (isWord(at)) {
      lexWord();
    } else if (std::string_view("{}()[]<>,;:=@!|+-*~").find(c) !=
               std::string_view::npos) {
      push(Token::Mark, 1);
    } else {
      error = "line " + std::to_string(line) + ": '" + std::string(1, c) +
              "' has no meaning in PTX";
      return false;
    }
  }
  push(Token::End, 0);
  return true;
}

bool tokenize(std::string_view text, std::vector<Token> &tokens,
              std::string &error) {
  return Lexer(text, tokens).run(error);
}

} // namespace neo::ptx
