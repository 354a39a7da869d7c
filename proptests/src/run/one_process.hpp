// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include "bcast/kit/subject.hpp"

namespace bcast::proptests {

/// A call of a subject, which may start a process that returns from the call as well. That process
/// must not go on to judge, or each call would double the processes: it ends here.
class one_process {
 public:
  one_process();
  one_process(one_process const&) = delete;
  one_process& operator=(one_process const&) = delete;
  ~one_process();

  /// Throws subject_failure if another process has returned from this call, or an earlier one. A
  /// process that was started in this call has 20 ms to do so.
  void expect_alone() const;

 private:
  pid_t judge_;
  int forks_;
};

template <class F, class... A>
kit::answer in_one_process(F const& function, A const&... arguments) {
  const one_process here;
  kit::answer a = function(arguments...);
  here.expect_alone();
  return a;
}

}  // namespace bcast::proptests
