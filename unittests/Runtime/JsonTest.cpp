//===- JsonTest.cpp - The texts of a module, as values --------------------===//
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
  EXPECT_EQ(refusal("[1,\n\n 1.5]"), "line 3: a number that is not whole");
  EXPECT_EQ(refusal("9223372036854775808"), "line 1: a number beyond 64 bits");
  for (const char *text : {"", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":}",
                           "{1: 2}", "\"a", "\"\\x\"", "\"\\u12\"",
                           "\"\\ud800\"", "nul", "1 2", "\"\n\"", "-", "+1"})
    EXPECT_NE(refusal(text), "");
}

TEST(JsonTest, BoundsNesting) {
  EXPECT_EQ(refusal(std::string(100000, '[')),
            "line 1: values are nested too deeply");
}
