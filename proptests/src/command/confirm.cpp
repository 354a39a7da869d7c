// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/confirm.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "command/signals.hpp"
#include "command/status.hpp"
#include "isolation/started_command.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

using clock = std::chrono::steady_clock;

/// What starts this program, wherever it was found, with the word that the printed command has.
std::string this_program(built_in const& own) {
  std::error_code unknown;
  const auto file = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) return "";
  return shell_word(file.string()) + (own.program.ends_with(" check") ? " check" : "");
}

/// The status of a command; none if it does not end in time.
std::optional<int> status_of(std::string const& command, double seconds) {
  started_command started(command + " </dev/null", seconds);
  if (!started.runs()) return std::nullopt;
  std::optional<int> status;
  if (started.read_all().empty()) status = started.ended();
  if (!status) started.end(std::chrono::seconds(2));
  if (!status || !WIFEXITED(*status)) return std::nullopt;
  return WEXITSTATUS(*status);
}

}  // namespace

void confirm_replays(std::vector<outcome>& outcomes, subjects const& chosen, built_in const& own) {
  constexpr std::chrono::seconds all{10};
  constexpr double each = 2;
  constexpr int times = 2;
  const auto until = clock::now() + all;
  const std::string program = this_program(own);
  if (program.empty()) return;
  for (outcome& o : outcomes) {
    if (!o.failure || o.failure->again != replayed::fails || o.failure->costly) continue;
    const bool separate =
        std::any_of(chosen.isolated.begin(), chosen.isolated.end(),
                    [&](isolated_subject const& s) { return s.name == o.subject; });
    if (!separate) continue;
    const std::string command = replay_by_check(o, program, chosen.how_chosen(o));
    for (int k = 0; k < times && clock::now() < until && interruption::arrived() == 0; ++k) {
      const auto status = status_of(command, each);
      if (!status) break;  // a subject that hangs or uses up a limit
      if (*status != holds && *status != no_answer) continue;
      counterexample& f = *o.failure;
      const std::string tried = to_string(f.smallest);
      f.again = replayed::lost;
      f.smallest = f.found;
      f.steps = 0;
      f.reproduce.clear();
      f.what += fmt::format(
          "\nnot reproduced: --case '{}', asked by another bcast, does not fail: it may depend on "
          "addresses, "
          "on what memory held before, or on what else runs",
          tried);
      break;
    }
  }
}

}  // namespace bcast::proptests
