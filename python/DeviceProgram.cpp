//===- DeviceProgram.cpp - A function compiled for a GPU ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceProgram.h"

#include "Session.h"

#include "Neo/Target/CompileForGPU.h"

using namespace mlir;

namespace neo::python {

struct DeviceProgram::State {
  std::unique_ptr<GPUExecutor> executor;
};

DeviceProgram::DeviceProgram() : state(std::make_unique<State>()) {}
DeviceProgram::~DeviceProgram() = default;

static Outcome<GPUProgram> compileText(const std::string &text,
                                       const std::string &function,
                                       const GPUTarget &target) {
  if (std::optional<GPUProgram> known = loadForGPU(text, function, target))
    return {std::move(*known), ""};
  Session session;
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module)
    return {{}, session.takeError("the text is not a module")};
  auto program = compileForGPU(*module, function, target);
  if (program) {
    keepForGPU(text, function, target, *program);
    return {std::move(*program), ""};
  }
  std::string error = llvm::toString(program.takeError());
  return {{}, session.takeError(error)};
}

Outcome<std::unique_ptr<DeviceProgram>>
DeviceProgram::compile(const std::string &text, const std::string &function) {
  std::string error;
  const CudaDriver *driver = CudaDriver::get(error);
  if (!driver)
    return {nullptr, error};
  Outcome<GPUProgram> program =
      compileText(text, function, {driver->getChip(), driver->getNumbers()});
  if (!program.error.empty())
    return {nullptr, program.error};
  if (llvm::Error refused = assembleKernels(program.value, driver->getChip(),
                                            driver->getVersion()))
    return {nullptr, llvm::toString(std::move(refused))};
  auto result = std::make_unique<DeviceProgram>();
  result->state->executor =
      GPUExecutor::create(std::move(program.value), error);
  if (!result->state->executor)
    return {nullptr, error};
  return {std::move(result), ""};
}

std::vector<ArrayType> DeviceProgram::inputs() const {
  return describe(state->executor->program().planned.inputs);
}

std::vector<ArrayType> DeviceProgram::results() const {
  return describe(state->executor->program().planned.results);
}

std::string DeviceProgram::run(GPUCall &call, std::string &problem) {
  std::string error;
  state->executor->run(call, error, problem);
  return error;
}

std::string DeviceProgram::time(GPUCall &call, unsigned repeats,
                                float &milliseconds, std::string &problem) {
  std::string error;
  state->executor->time(call, repeats, milliseconds, error, problem);
  return error;
}

size_t DeviceProgram::launches() const {
  return state->executor->program().planned.plan.launches.size();
}

size_t DeviceProgram::arenaBytes() const {
  return state->executor->arenaBytes();
}

const std::string &DeviceProgram::image() const {
  return state->executor->program().image;
}

Outcome<std::string> scheduleForDevice(const std::string &text) {
  std::string absent;
  GPUTarget target{"sm_80"};
  if (const CudaDriver *driver = CudaDriver::get(absent))
    target = {driver->getChip(), driver->getNumbers()};
  Session session;
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module)
    return {{}, session.takeError("the text is not a module")};
  if (llvm::Error error = scheduleForGPU(*module, target))
    return {{}, session.takeError(llvm::toString(std::move(error)))};
  Outcome<std::string> result;
  llvm::raw_string_ostream(result.value) << *module;
  return result;
}

Outcome<std::string> emitPTX(const std::string &text,
                             const std::string &function,
                             const std::string &chip) {
  Outcome<GPUProgram> program = compileText(text, function, {chip});
  return {std::move(program.value.image), program.error};
}

Outcome<std::map<std::string, std::string>>
emitCubins(const std::string &text, const std::string &function,
           const std::string &chip) {
  Outcome<GPUProgram> program = compileText(text, function, {chip});
  if (!program.error.empty())
    return {{}, program.error};
  constexpr int any = 1 << 30;
  if (llvm::Error refused = assembleKernels(program.value, chip, any))
    return {{}, llvm::toString(std::move(refused))};
  if (program.value.cubins.empty() && !program.value.image.empty())
    return {{},
            "kernels are assembled by ptxas of NVIDIA's CUDA toolkit, "
            "which is not found, or does not know '" +
                chip + "': let NEO_PTXAS or CUDA_ROOT name it"};
  return {std::move(program.value.cubins), ""};
}

} // namespace neo::python
