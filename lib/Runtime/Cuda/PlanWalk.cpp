//===- PlanWalk.cpp - The launches of a plan, one by one ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlanWalk.h"

#include "Neo/Runtime/ThreadPool.h"

using namespace neo;

bool PlanWalk::load(std::string &error) {
  for (const auto &[name, shape] : program.kernels) {
    auto cubin = program.cubins.find(name);
    auto module = device.load(
        cubin == program.cubins.end() ? program.image : cubin->second, error);
    if (!module || !module->find(name, shape, functions[name], error))
      return false;
    modules.push_back(std::move(module));
  }
  return true;
}

bool PlanWalk::computesIndices() const {
  for (const Launch &launch : plan.launches)
    for (const IndexCheck &check : launch.checks)
      if (plan.buffers[launch.buffers[check.buffer]].kind != BufferKind::Input)
        return true;
  return false;
}

bool PlanWalk::submitPrepared(std::string &error) {
  stream = device.stream;
  return runRange(0, plan.prepared, 0, 0, error);
}

bool PlanWalk::submit(CudaDriver::Handle to, std::string &error) {
  stream = to;
  return runRange(plan.prepared, plan.launches.size(), 0, plan.loops.size(),
                  error) &&
         runCopies(error);
}

bool PlanWalk::launch(const Launch &what, std::string &error) {
  if (what.fn == copyBytes)
    return driver.check(driver.cuMemcpyDtoDAsync_v2(buffers[what.buffers[1]],
                                                    buffers[what.buffers[0]],
                                                    what.extent, stream),
                        "copy in device memory", error);
  if (!checkComputed(what, error))
    return false;
  if (what.extent == 0)
    return true;
  const KernelShape &shape = program.kernels.at(what.name);
  std::vector<void *> parameters;
  for (int buffer : what.buffers)
    parameters.push_back(buffers.getPointer(buffer));
  return driver.check(driver.cuLaunchKernel(
                          functions.at(what.name), unsigned(what.extent), 1, 1,
                          unsigned(shape.threads), 1, 1, unsigned(shape.shared),
                          stream, parameters.data(), nullptr),
                      ("launch " + what.name).c_str(), error);
}

/// The launches [begin, end), in which the loops [loop, lastLoop) lie.
bool PlanWalk::runRange(size_t begin, size_t end, size_t loop, size_t lastLoop,
                        std::string &error) {
  while (true) {
    size_t stop = loop < lastLoop ? plan.loops[loop].begin : end;
    for (; begin < stop; ++begin)
      if (!launch(plan.launches[begin], error))
        return false;
    if (loop >= lastLoop)
      return true;
    if (!runLoop(loop, error))
      return false;
    begin = plan.loops[loop].end;
    loop = plan.loops[loop].next;
  }
}

bool PlanWalk::runLoop(size_t loop, std::string &error) {
  const LaunchLoop &what = plan.loops[loop];
  for (int64_t trip = 0; trip < what.trips; ++trip) {
    buffers.moveSlices(int(loop), trip);
    if (!runRange(what.begin, what.end, loop + 1, what.next, error))
      return false;
  }
  return true;
}

bool PlanWalk::runCopies(std::string &error) {
  for (const Copy &copy : plan.copies)
    if (plan.buffers[copy.to].bytes > 0 &&
        !driver.check(
            driver.cuMemcpyDtoDAsync_v2(buffers[copy.to], buffers[copy.from],
                                        plan.buffers[copy.to].bytes, stream),
            "copy a result", error))
      return false;
  return true;
}

/// Indices that the program computes, just before the launch that uses them.
bool PlanWalk::checkComputed(const Launch &launch, std::string &error) {
  for (const IndexCheck &each : launch.checks) {
    int number = launch.buffers[each.buffer];
    if (plan.buffers[number].kind != BufferKind::Input &&
        !check(each, number, error))
      return false;
  }
  return true;
}

bool PlanWalk::check(const IndexCheck &check, int number, std::string &error) {
  std::vector<char> indices(plan.buffers[number].bytes);
  if (indices.empty())
    return true;
  if (!driver.check(driver.cuMemcpyDtoHAsync_v2(indices.data(), buffers[number],
                                                indices.size(), device.stream),
                    "download indices", error) ||
      !device.finish("run the kernels", error))
    return false;
  problem = check.findProblem(indices.data(), ThreadPool::global(), 0,
                              /*interruption=*/nullptr);
  return problem.empty();
}
