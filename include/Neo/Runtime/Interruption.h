//===- Interruption.h - giving a running program up -------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A kernel is machine code that knows of nothing but its range, so a run can
// only be given up between two ranges. This is the question whether it should
// be, and the answer for all threads:
//
//     Interruption interruption(question, context);
//     bool finished = program->run(inputs, results, &interruption);
//
// The thread that called run() asks `question`, at most once per `interval`:
// in Python, whose signal handlers run on the thread that called, it takes the
// interpreter's lock and looks for Ctrl-C. The other threads only look at the
// answer. So that ranges end often enough, a loop that can be interrupted is
// taken in pieces of some milliseconds (SharedLoop.h), on one thread as well.
// One iteration is the least that can be run; the compiler makes more of them
// where they would be long (countShared in TrafficModel.h), except where there
// is only one: a sum of everything to one number runs to its end. What a run
// that was given up has written is of no use.
//
// Why not end the threads, or jump out of the kernel from a signal handler?
// Both leave behind whatever the thread held: a lock of the allocator, say.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_INTERRUPTION_H
#define NEO_RUNTIME_INTERRUPTION_H

#include <atomic>
#include <chrono>

namespace neo {

class Interruption {
public:
  /// True: give the run up.
  using Question = bool (*)(void *context);
  static constexpr std::chrono::milliseconds interval{25};

  explicit Interruption(Question question, void *context = nullptr)
      : question(question), context(context) {}
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// Any thread: whether the run has been given up.
  bool given() const { return answer.load(std::memory_order_relaxed); }

  using Clock = std::chrono::steady_clock;

  /// The calling thread only: asks if it is time to, and gives the answer.
  bool poll() { return poll(Clock::now()); }
  bool poll(Clock::time_point now) {
    // The run begins with the first poll: the clock is read once for both.
    if (next == Clock::time_point())
      next = now + interval;
    if (!given() && now >= next) {
      if (question(context))
        answer.store(true, std::memory_order_relaxed);
      next = Clock::now() + interval;
    }
    return given();
  }

private:
  Question question;
  void *context;
  Clock::time_point next;
  std::atomic<bool> answer{false};
};

} // namespace neo

#endif // NEO_RUNTIME_INTERRUPTION_H
