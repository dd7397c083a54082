//===- JsonTest.cpp - JSON of an exported module --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/Module/Json.h"

#include "gtest/gtest.h"

using namespace neo;

static Json parse(std::string_view text) {
  std::string error;
  std::optional<Json> json = Json::parse(text, error);
  EXPECT_TRUE(json.has_value()) << error;
  return json.value_or(Json());
}

static std::string refusal(std::string_view text) {
  std::string error;
  EXPECT_FALSE(Json::parse(text, error).has_value()) << text;
  return error;
}

TEST(JsonTest, ReadsEveryKind) {
  Json json = parse(" {\"a\": [1, -2, true, null], \"b\": {\"c\": \"d\"}}\n");
  ASSERT_EQ(json.members.size(), 2u);
  const Json &list = json.members[0].second;
  ASSERT_EQ(list.items.size(), 4u);
  EXPECT_EQ(list.items[1].number, -2);
  EXPECT_EQ(list.items[2].kind, Json::Kind::boolean);
  EXPECT_EQ(list.items[3].kind, Json::Kind::null);
  EXPECT_EQ(json.members[1].second.members[0].second.text, "d");
  EXPECT_EQ(parse("-9223372036854775808").number, INT64_MIN);
}

TEST(JsonTest, ReadsEscapes) {
  EXPECT_EQ(parse("\"\\\"\\\\\\n\\u0041\\u00e4\\u20ac\"").text,
            "\"\\\nA\xc3\xa4\xe2\x82\xac");
  std::string strange = "a\"b\\c\n\x01\xc3\xa4";
  EXPECT_EQ(parse(quoteJson(strange)).text, strange);
}

TEST(JsonTest, RefusesWithTheLine) {
  EXPECT_EQ(refusal("{\"a\": 1,\n \"a\": 2}"),
            "line 2: an object with one name twice");
  EXPECT_EQ(refusal("[1,\n\n 1.5]"), "line 3: a number that is not an integer");
  EXPECT_EQ(refusal("9223372036854775808"),
            "line 1: an integer beyond 64 bits");
  const std::pair<const char *, const char *> refusals[] = {
      {"", "the text ends where a value is expected"},
      {"[", "the text ends where a value is expected"},
      {"[1", "an array or object without ',' or its closing bracket"},
      {"[1,]", "not a JSON value"},
      {"{\"a\"}", "a member's name without ':' and a value"},
      {"{\"a\":}", "not a JSON value"},
      {"{1: 2}", "a member without a name"},
      {"\"a", "an unterminated string"},
      {"\"\\x\"", "an unknown escape sequence in a string"},
      {"\"\\u12zz\"", "an unknown escape sequence in a string"},
      {"\"\\ud800\"", "a surrogate in a string: write the character in UTF-8"},
      {"\"\t\"", "a control character in a string"},
      {"nul", "not a JSON value"},
      {"1 2", "text after the value"},
      {"-", "not a JSON value"},
      {"+1", "not a JSON value"},
  };
  for (auto [text, message] : refusals)
    EXPECT_EQ(refusal(text), std::string("line 1: ") + message) << text;
}

TEST(JsonTest, BoundsNesting) {
  EXPECT_EQ(refusal(std::string(100000, '[')),
            "line 1: values are nested too deeply");
}
