//===- Processors.cpp - which processors a process may use ----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Processors.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <string>

namespace neo {

/// The lowest-numbered hardware thread of the core that `processor` is on.
/// Linux lists a core's threads as "0,4" or "0-1": it is the first number.
static int firstSibling(int processor) {
  std::string path = "/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list";
  int first = processor;
  if (std::FILE *file = std::fopen(path.c_str(), "r")) {
    char text[32];
    if (std::fgets(text, sizeof(text), file) &&
        std::isdigit((unsigned char)text[0]))
      first = int(std::strtol(text, nullptr, 10));
    std::fclose(file);
  }
  return first;
}

std::vector<int> allowedProcessors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0)
    return {};
  std::vector<int> processors, secondThreads;
  std::vector<bool> coreTaken(CPU_SETSIZE, false);
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &mask))
      continue;
    int core = firstSibling(processor);
    bool inRange = core >= 0 && core < CPU_SETSIZE;
    bool taken = inRange && coreTaken[core];
    if (inRange)
      coreTaken[core] = true;
    (taken ? secondThreads : processors).push_back(processor);
  }
  processors.insert(processors.end(), secondThreads.begin(),
                    secondThreads.end());
  return processors;
}

bool pinToProcessor(pthread_t thread, int processor) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(processor, &mask);
  return pthread_setaffinity_np(thread, sizeof(mask), &mask) == 0;
}

int currentProcessor() { return sched_getcpu(); }

} // namespace neo
