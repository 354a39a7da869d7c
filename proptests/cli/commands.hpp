// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "bcast/kit/subject.hpp"

namespace CLI {
class App;
}

/// The commands of the program. Each adds itself to the program's arguments and gives what to run,
/// which returns an exit status.
namespace bcast::cli {

/// The exit statuses.
enum status {
  holds = 0,
  broken = 1,
  bad_input = 2,
  no_answer = 3,
  resources = 4,
};

/// The exit status of an answer.
int status_of(kit::answer const& answer);

using command = std::function<int()>;

command add_check(CLI::App& program);
command add_shape(CLI::App& program);
command add_explain(CLI::App& program);
command add_findings(CLI::App& program);
command add_gen(CLI::App& program);
command add_judge(CLI::App& program);
command add_merge(CLI::App& program);
command add_theorems(CLI::App& program);
command add_vectors(CLI::App& program);
command add_verify(CLI::App& program);

}  // namespace bcast::cli
