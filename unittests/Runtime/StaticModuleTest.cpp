//===- StaticModuleTest.cpp - A compiled function from a folder -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A module written by hand, which gives its argument and a constant, and so
// needs no machine code. Modules with kernels are tested from Python.
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/StaticModule.h"
#include "Neo/Runtime/C/Neo.h"
#include "Neo/Runtime/Module/Checksum.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <thread>

using namespace neo;

static const std::string here =
#if defined(__aarch64__)
    "aarch64";
#else
    "x86-64";
#endif

static void write(const std::filesystem::path &file, const std::string &text) {
  std::ofstream(file, std::ios::binary) << text;
}

static std::string sumOf(const std::string &text) {
  return checksumText(text.data(), text.size());
}

static std::string plan(const std::string &tensor) {
  return R"({"buffers": [
{"kind": "input", "bytes": 12, "index": 0},
{"kind": "constant", "bytes": 8, "tensor": ")" +
         tensor + R"(", "copies": 2},
{"kind": "result", "bytes": 12, "index": 0},
{"kind": "result", "bytes": 8, "index": 1}],
"launches": [], "copies": [{"from": 0, "to": 2}, {"from": 1, "to": 3}],
"loops": [], "prepared": 0, "memory": {"bytes": 0, "offsets": [0, 0, 0, 0]}})";
}

static std::string target(const std::string &name,
                          const std::string &architecture,
                          const std::string &text) {
  return R"({"name": ")" + name + R"(", "architecture": ")" + architecture +
         R"(", "needs": [], "plan": {"file": "plan.json", "checksum": ")" +
         sumOf(text) +
         R"("}, "kernels": {"file": "", "checksum": ""},)"
         R"( "memory": {"weights": 64, "temporaries": 0}})";
}

/// A folder that goes with the object.
class Folder {
public:
  Folder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "neo-module-XXXXXX").string();
    path = mkdtemp(name.data());
    std::string number = "\x01\x02\x03\x04", text = plan(sumOf(number));
    write(path / "plan.json", text);
    std::string header = "{\"" + sumOf(number) +
                         "\":{\"dtype\":\"I32\",\"shape\":[1],"
                         "\"data_offsets\":[0,4]}}";
    write(path / "weights.safetensors", std::string(1, char(header.size())) +
                                            std::string(7, '\0') + header +
                                            number);
    std::string manifest =
        R"({"format": "neo module", "version": 1, "made_by": "hand",)"
        R"( "name": "copy", "inputs": [{"name": "x", "dtype": "f32",)"
        R"( "shape": [3]}], "outputs": [{"name": "y", "dtype": "f32",)"
        R"( "shape": [3]}, {"name": "n", "dtype": "i32", "shape": [2]}],)"
        R"( "threads": 1, "weights": "weights.safetensors", "targets": [)" +
        target("other", "vax", text) + ", " + target("mine", here, text) +
        ", " + target("too", here, text) +
        R"(], "arguments": null, "results": null, )";
    write(path / "manifest.json",
          manifest + "\"checksum\": \"" + sumOf(manifest) + "\"}");
  }
  ~Folder() { std::filesystem::remove_all(path); }

  std::filesystem::path path;
};

TEST(StaticModuleTest, GivesWhatItTakesAndAConstant) {
  Folder folder;
  std::string error;
  auto module = StaticModule::load(folder.path.string(), {}, error);
  ASSERT_NE(module, nullptr) << error;
  EXPECT_EQ(module->name(), "copy");
  EXPECT_EQ(module->target(), "mine");
  EXPECT_EQ(module->memoryBytes(), 64u);
  ASSERT_EQ(module->inputs().size(), 1u);
  EXPECT_EQ(module->outputs()[1].bytes, 8u);
  float x[] = {1, 2, 3}, y[3] = {};
  int32_t n[2] = {};
  const void *inputs[] = {x};
  void *outputs[] = {y, n};
  ASSERT_TRUE(module->run(inputs, outputs, &error)) << error;
  EXPECT_EQ(y[2], 3);
  EXPECT_EQ(n[0], 0x04030201);
  EXPECT_EQ(n[1], 0x04030201);
}

TEST(StaticModuleTest, TakesTheTargetThatIsAskedFor) {
  Folder folder;
  std::string error;
  auto module = StaticModule::load(folder.path.string(), {"too", 0}, error);
  ASSERT_NE(module, nullptr) << error;
  EXPECT_EQ(module->target(), "too");
  EXPECT_EQ(StaticModule::load(folder.path.string(), {"other", 0}, error),
            nullptr);
  EXPECT_NE(error.find("other is for vax, and this is " + here), error.npos);
}

TEST(StaticModuleTest, OutlivesItsFolder) {
  std::string error;
  std::unique_ptr<StaticModule> module;
  {
    Folder folder;
    module = StaticModule::load(folder.path.string(), {}, error);
  }
  ASSERT_NE(module, nullptr) << error;
  float x[3] = {}, y[3];
  int32_t n[2];
  const void *inputs[] = {x};
  void *outputs[] = {y, n};
  EXPECT_TRUE(module->run(inputs, outputs, &error)) << error;
}

TEST(StaticModuleTest, TheSameFromC) {
  Folder folder;
  neo_module *module = neo_load(folder.path.c_str(), nullptr);
  ASSERT_NE(module, nullptr) << neo_error();
  EXPECT_EQ(neo_input_count(module), 1);
  EXPECT_EQ(neo_output_count(module), 2);
  EXPECT_EQ(neo_output(module, 1)->dtype, NEO_I32);
  EXPECT_EQ(neo_output(module, 1)->shape[0], 2);
  EXPECT_EQ(neo_output(module, 2), nullptr);
  EXPECT_STREQ(neo_target(module), "mine");
  EXPECT_EQ(neo_memory(module), 64u);
  const void *nothing[] = {nullptr};
  EXPECT_NE(neo_run(module, nothing, nullptr), 0);
  EXPECT_STREQ(neo_error(), "input 'x' is NULL: give 12 bytes for it");
  std::thread([] { EXPECT_STREQ(neo_error(), ""); }).join();
  neo_free(module);
}
